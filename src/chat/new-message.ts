import { convertFileListToFileUIParts, type AbstractChat, type UIMessage } from 'ai';

export type SendMessage = AbstractChat<UIMessage>['sendMessage'];
export type NewMessage = NonNullable<Parameters<SendMessage>[0]>;

/** The message as `AbstractChat` would build it when it sends it. */
export async function toUserMessage(message: NewMessage, id: string): Promise<UIMessage> {
  const { metadata } = message;
  if (message.parts) return { id, role: 'user', ...message, metadata };
  const files = Array.isArray(message.files)
    ? message.files
    : await convertFileListToFileUIParts(message.files);
  const text = 'text' in message && message.text;
  const parts = [...files, ...(text ? [{ type: 'text' as const, text }] : [])];
  return { id, role: 'user', metadata, parts };
}
