/** useChat + streamdown, which is what AI Elements renders messages with. */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { createElement as h, useEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';

function App() {
  const transport = useMemo(() => new DefaultChatTransport({ api: '/api/chat' }), []);
  const chat = useChat({ transport });
  useEffect(() => {
    window.bench.sendMessage = chat.sendMessage;
    window.bench.setMessages = chat.setMessages;
  });
  return h(
    'div',
    { style: { height: 600, width: 800, overflowY: 'auto' } },
    chat.messages.map((message) =>
      h(
        'div',
        { key: message.id },
        message.parts.map((part, i) =>
          part.type === 'text' ? h(Streamdown, { key: i }, part.text) : null,
        ),
      ),
    ),
    h('textarea', { 'aria-label': 'Message' }),
  );
}

window.bench = {
  done: false,
  async send() {
    await this.sendMessage({ text: 'go' });
    this.done = true;
  },
  text: () => document.body.textContent,
};
createRoot(document.body.appendChild(document.createElement('div'))).render(h(App));
