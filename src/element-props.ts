import type { LitElement } from 'lit';
import type { AdkChatElement } from './elements/adk-chat-element.js';
import type { ToolApprovalElement } from './elements/tool-approval-element.js';
import type { AdkEventMap } from './events.js';

/** The properties of an element that a template can set: its own ones, without the methods. */
type PropsOf<E extends LitElement> = {
  [
    K in keyof E as K extends keyof LitElement
      ? never
      : E[K] extends (...args: never[]) => unknown
        ? never
        : K
  ]?: E[K] | undefined;
};

/** The elements that people write in templates, by tag, for the types of the frameworks. */
export interface ElementsByTag {
  'adk-chat': AdkChatElement;
  'tool-approval': ToolApprovalElement;
}

export type ElementProps = { [T in keyof ElementsByTag]: PropsOf<ElementsByTag[T]> };

/** `onadk-error` and so on: what React and Svelte call listeners of custom events. */
export type ListenerProps = {
  [K in keyof AdkEventMap as `on${K}`]?: ((event: AdkEventMap[K]) => void) | undefined;
};

type Pascal<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<S>;

/** `onAdkError` and so on: what Vue and our React components call them. */
export type CamelListenerProps = {
  [K in keyof AdkEventMap as `on${Pascal<K>}`]?: ((event: AdkEventMap[K]) => void) | undefined;
};
