import type { UIMessage } from 'ai';
import type { TemplateResult } from 'lit';
import type { ChatStore } from '../chat/chat-store.js';
import type { AnyPart, AnyToolPart } from '../chat/message-parts.js';
import type { Strings } from '../locales/en.js';

/** What a host's renderer may return: a node of its own, a Lit template or plain text. */
export type Rendered = Node | TemplateResult | string | undefined;

export type DataRenderer = (data: unknown, part: AnyPart, message: UIMessage) => Rendered;

/** Shows a tool call in all its states but the open question. Nothing: the usual card is shown. */
export type ToolRenderer = (part: AnyToolPart, message: UIMessage) => Rendered;

export type Rating = 'up' | 'down';

/** What a message can ask of the chat around it. */
export interface MessageActions {
  regenerate(message: UIMessage): void;
  /** Replaces a user message and asks again. */
  edit(message: UIMessage, text: string): void;
  rate(message: UIMessage, rating: Rating | undefined): void;
  /** Shows a picture as large as the screen allows. */
  zoom(url: string, name: string): void;
}

/** What every element inside an `<adk-chat>` needs to know. Replaced, never changed, when it changes. */
export interface ChatContext {
  /** The `<adk-chat>` itself: dispatch public events from inside it and they reach it. */
  readonly host: HTMLElement;
  readonly store: ChatStore | undefined;
  readonly strings: Strings;
  /** BCP 47 tag for `Intl`. */
  readonly locale: string;
  /** Origins whose images may load without asking. */
  readonly allowedOrigins: readonly string[];
  /** By name of the data part, without `data-`. */
  readonly dataRenderers: ReadonlyMap<string, DataRenderer>;
  /** By name of the tool. */
  readonly toolRenderers: ReadonlyMap<string, ToolRenderer>;
  readonly actions: MessageActions;
  /** Says something to screen readers, once. */
  announce(text: string): void;
}
