import { AdkChat } from 'adk-chat/react';

export const wrong = [
  <AdkChat endpoint={42} />,
  <AdkChat colorScheme="purple" />,
  <AdkChat onAdkFinish={(event: MouseEvent) => event.clientX} />,
  <adk-chat persist="forever" />,
];
