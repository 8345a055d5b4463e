/** Every text that the elements show. Functions take what varies. */
export const en = {
  // Conversation
  message: 'Message',
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking',
  thought: 'Thought process',
  thoughtFor: (duration: string) => `Thought for ${duration}`,
  details: 'Details',
  sources: 'Sources',
  copy: 'Copy',
  copied: 'Copied',
  regenerate: 'Regenerate',
  edit: 'Edit',
  editMessage: 'Edit message',
  cancel: 'Cancel',
  goodAnswer: 'Good answer',
  badAnswer: 'Bad answer',
  newMessages: 'New messages',
  scrollToEnd: 'Scroll to the latest message',
  answerReady: 'Answer complete',
  stopped: 'Stopped',
  announcements: 'Announcements',
  noEndpoint:
    'This chat is not connected yet. Set the "endpoint" attribute of <adk-chat> to the address of a backend.',
  empty: 'How can I help?',
  suggestions: 'Suggestions',
  download: 'Download',
  downloadFile: (name: string) => `Download ${name}`,
  zoom: (name: string) => `Enlarge ${name}`,
  closeImage: 'Close image',
  image: 'Image',
  file: 'File',
  loadImage: (host: string) => `Load image from ${host}`,

  // Failures
  retry: 'Retry',
  dismiss: 'Dismiss',
  retryIn: (seconds: number) => `You can try again in ${seconds} s`,
  unknownError: 'Something went wrong.',
  offline: 'You are offline. Messages can be sent when the connection is back.',

  // Composer
  send: 'Send',
  stop: 'Stop',
  placeholder: 'Ask anything',
  attach: 'Attach files',
  dropFiles: 'Drop files to attach them',
  removeFile: (name: string) => `Remove ${name}`,
  fileTooLarge: (name: string, limit: string) => `${name} is larger than ${limit}.`,
  fileType: (name: string) => `${name} is of a type that can't be sent.`,
  tooManyFiles: (limit: number) => `At most ${limit} files can be sent at once.`,
  fileUnreadable: (name: string) => `${name} could not be read.`,
  queued: 'Waiting to be sent',
  queuedAfterQuestion: 'Your message waits until the open question is answered.',
  removeQueued: 'Remove waiting message',
  denyAndSend: 'Deny and send now',

  // Launcher
  open: 'Open chat',
  close: 'Close chat',
  chat: 'Chat',
  unread: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),

  // Markdown
  code: 'Code',
  table: 'Table',
  taskDone: 'Done',
  taskOpen: 'Not done',
};

export type Strings = typeof en;
