import { fixture, html, waitUntil } from '@open-wc/testing';
import type { ToolSet, UIMessage } from 'ai';
import '../../src/define.js';
import type { AnyToolPart } from '../../src/chat/message-parts.js';
import { ChatStore, type AdkChatElement } from '../../src/index.js';
import { ScriptedTransport } from '../chat/scripted-transport.js';

/** A chat whose last message holds these tool calls, and what would be sent for them. */
export async function showCalls(
  parts: UIMessage['parts'],
  chat: Partial<AdkChatElement> = {},
  tools: ToolSet = {},
) {
  const transport = new ScriptedTransport();
  const messages: UIMessage[] = [{ id: 'm', role: 'assistant', parts }];
  const store = new ChatStore({ transport, messages, tools });
  const element = await fixture<AdkChatElement>(html`<adk-chat style="height: 600px"></adk-chat>`);
  Object.assign(element, { store }, chat);
  const root = element.shadowRoot!;
  await waitUntil(() => root.querySelector('adk-message .body'));
  const ask = (...next: AnyToolPart[]) => {
    store.messages = [{ id: 'm', role: 'assistant', parts: next }];
  };
  return { chat: element, root, store, transport, ask };
}

export const textOf = (node: Node | null | undefined) =>
  node?.textContent?.replace(/\s+/g, ' ').trim();
