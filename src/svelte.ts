/** Types for Svelte templates: `import 'adk-chat/svelte';` anywhere in the program is enough. */
import type { ElementProps, ElementsByTag, ListenerProps } from './element-props.js';

// @ts-expect-error -- Svelte is the host's: here it is not installed
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'adk-chat': SvelteElement<'adk-chat'>;
    'tool-approval': SvelteElement<'tool-approval'>;
  }
}

type SvelteElement<T extends keyof ElementsByTag> = ElementProps[T] &
  ListenerProps & {
    class?: string | undefined;
    id?: string | undefined;
    lang?: string | undefined;
    slot?: string | undefined;
    style?: string | undefined;
    children?: unknown;
  };
