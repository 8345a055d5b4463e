/**
 * For React 19: `<AdkChat>` and `<ToolApproval>`, which register the elements, and the types of the
 * bare `<adk-chat>` tag. React itself sets properties and listeners of custom elements; the wrappers
 * add names in React's manner and what React leaves out when it hydrates.
 */
import {
  createElement,
  useLayoutEffect,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import './define.js';
import type {
  CamelListenerProps,
  ElementProps,
  ElementsByTag,
  ListenerProps,
} from './element-props.js';

type Tag = keyof ElementsByTag;

type Props<T extends Tag, Listeners> = Omit<
  HTMLAttributes<ElementsByTag[T]>,
  keyof ElementProps[T]
> &
  ElementProps[T] &
  Listeners & { ref?: Ref<ElementsByTag[T]>; children?: ReactNode };

export type AdkChatProps = Props<'adk-chat', CamelListenerProps>;
export type ToolApprovalProps = Props<'tool-approval', CamelListenerProps>;

/** `<adk-chat>` with listeners named `onAdkFinish`, `onAdkToolCall` … */
export function AdkChat(props: AdkChatProps): ReactElement {
  return useElement('adk-chat', props);
}

/** `<tool-approval>`, for a question that stands outside of a chat. */
export function ToolApproval(props: ToolApprovalProps): ReactElement {
  return useElement('tool-approval', props);
}

/**
 * React hydrates a custom element without what cannot be written into HTML, listeners included. So
 * the first rendering leaves that out, and the second, still before the browser paints, adds it.
 */
function useElement(tag: Tag, { children, ...props }: AdkChatProps | ToolApprovalProps) {
  const [mounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  const own = Object.entries(props)
    .filter(([name, value]) => mounted || FROM_THE_START.has(name) || !isReference(value))
    .map(([name, value]) => [listenerName(name), value]);
  return createElement(tag, Object.fromEntries(own), children);
}

const FROM_THE_START = new Set(['ref', 'style']);

function isReference(value: unknown): boolean {
  return typeof value === 'object' || typeof value === 'function';
}

/** `onAdkToolCall` → `onadk-tool-call`, by which React listens to `adk-tool-call`. */
function listenerName(name: string): string {
  return name.startsWith('onAdk')
    ? `on${name
        .slice(2)
        .replace(/\B[A-Z]/g, '-$&')
        .toLowerCase()}`
    : name;
}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- this is where React looks
  namespace JSX {
    interface IntrinsicElements {
      'adk-chat': Props<'adk-chat', ListenerProps>;
      'tool-approval': Props<'tool-approval', ListenerProps>;
    }
  }
}
