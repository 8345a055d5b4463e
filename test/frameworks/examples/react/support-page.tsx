import type { AdkChatElement, ToolCallDetail } from 'adk-chat';
import { AdkChat } from 'adk-chat/react';
import { useRef, useState } from 'react';
import { tools } from '../tools';

const headers = { 'x-tenant': 'acme' };

export function SupportPage() {
  const chat = useRef<AdkChatElement>(null);
  const [calls, setCalls] = useState<ToolCallDetail[]>([]);
  const [answers, setAnswers] = useState(0);

  return (
    <>
      <button onClick={() => chat.current?.send('where am I?')}>Where am I?</button>
      <output>Answers: {answers}</output>
      <AdkChat
        ref={chat}
        endpoint="/api/chat"
        heading="Support"
        headers={headers}
        tools={tools}
        onAdkToolCall={({ detail }) => setCalls((known) => [...known, detail])}
        onAdkFinish={() => setAnswers((count) => count + 1)}
      >
        {calls.map(({ toolCallId, toolName, input }) => (
          <article key={toolCallId} slot={`tool:${toolCallId}`}>
            Card of {toolName}: {JSON.stringify(input)}
          </article>
        ))}
      </AdkChat>
    </>
  );
}
