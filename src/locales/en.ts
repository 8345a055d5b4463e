/** Every text that the elements show. Functions take what varies. */
export const en = {
  send: 'Send',
  stop: 'Stop',
  retry: 'Retry',
  message: 'Message',
  placeholder: 'Ask anything',
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking',
  details: 'Details',
  noEndpoint:
    'This chat is not connected yet. Set the "endpoint" attribute of <adk-chat> to the address of a backend.',
};

export type Strings = typeof en;
