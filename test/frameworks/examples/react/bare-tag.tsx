import 'adk-chat/define';
import type {} from 'adk-chat/react';
import { tools } from '../tools';

export function BareTag() {
  return (
    <adk-chat
      endpoint="/api/chat"
      tools={tools}
      onadk-error={({ detail }) => console.warn(detail.error.code)}
    />
  );
}
