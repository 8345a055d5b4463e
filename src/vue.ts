/** Types for Vue templates: `import 'adk-chat/vue';` anywhere in the program is enough. */
import type { CamelListenerProps, ElementProps } from './element-props.js';

type VueElement<T extends keyof ElementProps> = new () => {
  $props: ElementProps[T] & CamelListenerProps;
};

// @ts-expect-error -- Vue is the host's: here it is not installed
declare module 'vue' {
  interface GlobalComponents {
    'adk-chat': VueElement<'adk-chat'>;
    'tool-approval': VueElement<'tool-approval'>;
  }
}
