import type { ChatTransport, ToolSet, UIMessage } from 'ai';
import { html, isServer, LitElement, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { ChatChange } from '../chat/chat-state.js';
import type { DecisionInput } from '../chat/chat-store-options.js';
import type { ChatStore } from '../chat/chat-store.js';
import { textOf } from '../chat/message-parts.js';
import { Announcer } from '../controllers/announcer.js';
import { ChatController, type FrameOfChanges } from '../controllers/chat-controller.js';
import { LauncherController } from '../controllers/launcher-controller.js';
import { LocaleController } from '../controllers/locale-controller.js';
import { ScrollController } from '../controllers/scroll-controller.js';
import { AdkError } from '../errors.js';
import {
  AdkDataEvent,
  AdkErrorEvent,
  AdkFeedbackEvent,
  AdkFinishEvent,
  AdkMessageSendEvent,
  AdkReadyEvent,
  AdkStatusChangeEvent,
  AdkToolCallEvent,
  type AdkToolDecisionEvent,
} from '../events.js';
import type { Strings } from '../locales/en.js';
import type { Recorder } from '../transport/recording.js';
import type { Resolvable, TransportKind } from '../transport/transport.js';
import type { AdkComposerElement, Composition } from './adk-composer-element.js';
import type { AdkLightboxElement } from './adk-lightbox-element.js';
import type { AdkMessageListElement } from './adk-message-list-element.js';
import { chatStyles } from './adk-chat-styles.js';
import { payloadOf } from './adk-parts.js';
import { ApprovalTemplates } from './approval-templates.js';
import { approvalBarStyles } from './approval-bar-styles.js';
import { composerStyles } from './adk-composer-styles.js';
import { messageStyles } from './adk-message-styles.js';
import { toolStyles } from './adk-tool-styles.js';
import { launcherStyles } from './launcher-styles.js';
import { themeStyles } from './theme-styles.js';
import { valueStyles } from './value-styles.js';
import type { ChatContext, DataRenderer, ToolRenderer } from './chat-context.js';
import {
  renderEndButton,
  renderHeader,
  renderLauncher,
  renderNotice,
  renderQueue,
} from './chat-view.js';
import { loadMarkdown } from './text-part.js';
import { renderPermissions } from './permissions-view.js';
import { listConverter, originsConverter, type Suggestion } from './converters.js';

/**
 * A chat with an AI agent.
 *
 * @tag adk-chat
 *
 * @slot header - Replaces the heading.
 * @slot empty - Shown while there are no messages.
 * @slot before-messages - Above the first message.
 * @slot after-messages - Below the last message.
 * @slot composer-start - In the input row, before the text.
 * @slot composer-end - In the input row, before the send button.
 * @slot footer - Below the input row.
 * @slot launcher - Replaces the picture on the floating button.
 * @slot tool-approval - `<tool-approval tool="…">` with a `<template>` that is stamped for each question of that tool.
 * @slot tool-approval:<toolCallId> - Your own card for one open question; answer it with `decide()`.
 * @slot tool:<toolCallId> - Your own card for one tool call.
 * @slot tool-record:<toolCallId> - Your own line about how a question was decided.
 *
 * @fires {AdkMessageSendEvent} adk-message-send - A message is about to be sent; cancelable.
 * @fires {AdkToolDecisionEvent} adk-tool-decision - The user answered a question; cancelable.
 * @fires {AdkToolCallEvent} adk-tool-call - A browser tool is about to run; cancelable.
 * @fires {AdkStatusChangeEvent} adk-status-change - The chat became busy, ready or failed.
 * @fires {AdkVoiceChangeEvent} adk-voice-change - Listening or speaking began or ended.
 * @fires {AdkFinishEvent} adk-finish - An answer is complete or was stopped.
 * @fires {AdkFeedbackEvent} adk-feedback - The user rated an answer.
 * @fires {AdkDataEvent} adk-data - The server sent data, such as changes of an ADK session's state.
 * @fires {AdkErrorEvent} adk-error - Something went wrong; fired once per failure.
 * @fires {AdkReadyEvent} adk-ready - The element is connected to its store and can be used.
 *
 * @csspart base - Everything.
 * @csspart header - The row with the heading.
 * @csspart messages - The scrolling conversation.
 * @csspart message - One message.
 * @csspart message-user - A message of the user.
 * @csspart message-assistant - A message of the assistant.
 * @csspart text - Text of a message.
 * @csspart reasoning - The folded thoughts of the model.
 * @csspart sources - The sources of an answer.
 * @csspart tool - The card of a tool call.
 * @csspart tool-approval - The card with a question.
 * @csspart approval-card - The frame of that card.
 * @csspart record - The line about how a question was decided.
 * @csspart approve-button - "Approve".
 * @csspart always-button - "Always allow".
 * @csspart deny-button - "Deny".
 * @csspart composer - The input row.
 * @csspart input - The text field.
 * @csspart send-button - "Send".
 * @csspart stop-button - "Stop".
 * @csspart attach-button - "Attach files".
 * @csspart mic-button - "Start voice" and "Stop voice".
 * @csspart suggestions - The proposals of the empty chat.
 * @csspart error - The error box.
 * @csspart retry-button - The button that tries again.
 * @csspart launcher - The floating button.
 * @csspart panel - What the floating button opens.
 * @csspart notice - A notice that is no error.
 *
 * @cssprop [--adk-accent=#2f5bea] - Colour of what can be pressed; a lighter one by default when dark.
 * @cssprop [--adk-on-accent=#fff] - Text and pictures on the accent.
 * @cssprop [--adk-link] - Links in answers; the accent by default.
 * @cssprop [--adk-surface=#fff] - Background of the chat.
 * @cssprop [--adk-surface-raised=#f3f4f7] - Background of chips, cards and bubbles.
 * @cssprop [--adk-input-surface] - Background of the input; the surface by default.
 * @cssprop [--adk-code-surface] - Background of code.
 * @cssprop [--adk-text=#16181d] - Text.
 * @cssprop [--adk-text-muted=#5b606c] - Text of less weight.
 * @cssprop [--adk-border=#dfe1e7] - Lines.
 * @cssprop [--adk-user-surface] - Background of the user's messages; the raised surface by default.
 * @cssprop [--adk-user-text] - Text of the user's messages.
 * @cssprop [--adk-danger=#b3261e] - Errors, and the badge of the launcher.
 * @cssprop [--adk-danger-surface=#fdeceb] - Background of errors.
 * @cssprop [--adk-success=#1a7f4b] - What went well.
 * @cssprop [--adk-warning=#8a5300] - What needs attention.
 * @cssprop [--adk-warning-surface=#fff5e0] - Background of warnings.
 * @cssprop [--adk-font] - Font; that of the system by default, not that of the page.
 * @cssprop [--adk-font-mono] - Font of code.
 * @cssprop [--adk-font-size=15px] - Size of text; everything else follows.
 * @cssprop [--adk-space=16px] - Distance to the edges.
 * @cssprop [--adk-radius=16px] - Roundness of the panel and of bubbles.
 * @cssprop [--adk-radius-small=10px] - Roundness of cards, code and pictures.
 * @cssprop [--adk-frame-radius=0] - Roundness of a chat that is not in a panel.
 * @cssprop [--adk-max-width=760px] - Widest line of the conversation.
 * @cssprop [--adk-shadow] - Shadow of the launcher and its panel.
 * @cssprop [--adk-launcher-size=56px] - Size of the floating button.
 * @cssprop [--adk-launcher-inset=24px] - Its distance to the corner.
 * @cssprop [--adk-panel-width=400px] - Width of the panel.
 * @cssprop [--adk-panel-height=660px] - Height of the panel.
 * @cssprop [--adk-z-index=2147483000] - Place of the floating button in the stack of the page.
 */
export class AdkChatElement extends LitElement {
  /** The version of this library. */
  static readonly version: string = __VERSION__;

  static override styles = [
    themeStyles,
    chatStyles,
    launcherStyles,
    messageStyles,
    composerStyles,
    valueStyles,
    toolStyles,
    approvalBarStyles,
  ];

  #announcer = new Announcer();
  #locale = new LocaleController(this);
  #scroll = new ScrollController(this);
  #launcher = new LauncherController(this);
  #chat = new ChatController(this, {
    onStore: (store) => this.#onStore(store),
    onChange: (change, store) => this.#onChange(change, store),
    onFrame: (frame) => this.#onFrame(frame),
    onData: (detail) => {
      const event = new AdkDataEvent(detail);
      this.dispatchEvent(event);
    },
    onFinish: (detail) => {
      const event = new AdkFinishEvent(detail);
      this.dispatchEvent(event);
    },
  });

  #recorder: Recorder | undefined;

  /** Address of the backend. */
  @property() endpoint: string | undefined;

  /** A backend's language, or a transport of your own. Absent: found out from the address. */
  @property() transport: TransportKind | ChatTransport<UIMessage> | undefined;

  /** Name of the agent on an ADK server. */
  @property({ attribute: 'app-name' }) appName: string | undefined;

  /** Id of the user on an ADK server. */
  @property({ attribute: 'user-id' }) userId: string | undefined;

  /** Id of the session on an ADK server. */
  @property({ attribute: 'session-id' }) sessionId: string | undefined;

  /** Page that a sign-in of an ADK agent returns to; see docs/adk.md. */
  @property({ attribute: 'auth-redirect-uri' }) authRedirectUri: string | undefined;

  /** Id of the conversation; also the key under which it is kept. */
  @property({ attribute: 'chat-id' }) chatId: string | undefined;

  /** Whether messages, open questions and permissions survive a reload. */
  @property() persist: 'none' | 'session' | 'local' = 'none';

  /** Shows the microphone: `push-to-talk` (default), `tap-to-talk` or `hands-free`. */
  @property() voice: '' | 'push-to-talk' | 'tap-to-talk' | 'hands-free' | undefined;

  /** The key that is held to talk while the microphone button has the focus. */
  @property({ attribute: 'voice-key' }) voiceKey = 'Space';

  /** A key that is held to talk wherever the focus is, as `Control`; `Mod` is Control or Command. */
  @property({ attribute: 'voice-global-key' }) voiceGlobalKey: string | undefined;

  /** Turns the microphone off when the page is hidden. */
  @property({ type: Boolean, attribute: 'voice-pause-hidden' }) voicePauseHidden = false;

  /** Folder on your server that holds the files of `dist/worklets`, for pages with a strict content security policy. */
  @property({ attribute: 'worklet-path' }) workletPath: string | undefined;

  /** A floating button that opens the chat as a panel; its value is the corner: `bottom-end` (default), `bottom-start`, `top-end` or `top-start`. */
  @property({ reflect: true }) launcher: string | undefined;

  /** Whether the panel of the launcher is open. */
  @property({ type: Boolean, reflect: true }) open = false;

  /** Title of the chat. */
  @property() heading = '';

  /** Text shown in the empty input. */
  @property() placeholder = '';

  /** Proposals for a first message. As an attribute: JSON, or texts separated by `|`. */
  @property({ converter: listConverter }) suggestions: readonly Suggestion[] = [];

  /** `auto` (default) follows the system. */
  @property({ attribute: 'color-scheme', reflect: true }) colorScheme: 'auto' | 'light' | 'dark' =
    'auto';

  /** Language of the texts; inherited from the page. */
  @property({ reflect: false }) override lang = '';

  /** Origins whose pictures may load without asking the user, separated by spaces. */
  @property({ attribute: 'allowed-origins', converter: originsConverter })
  allowedOrigins: readonly string[] = [];

  /** File types that can be attached, as for `<input type="file">`. */
  @property() accept = '';

  /** How many files one message can carry; 0 turns attachments off. */
  @property({ type: Number, attribute: 'max-files' }) maxFiles = 10;

  /** Bytes one file can have. */
  @property({ type: Number, attribute: 'max-file-size' }) maxFileSize = 10_000_000;

  /** Sent with each request; a function is asked afresh each time. */
  @property({ attribute: false }) headers: Resolvable<Record<string, string>> | undefined;

  /** Added to the body of each request. */
  @property({ attribute: false }) body: Resolvable<Record<string, unknown>> | undefined;

  /** Query parameters of a socket, which can carry no headers. */
  @property({ attribute: false }) params: Resolvable<Record<string, string>> | undefined;

  /** Subprotocols of a socket. */
  @property({ attribute: false }) protocols: Resolvable<string | string[]> | undefined;

  /** Tools that run in the browser. */
  @property({ attribute: false }) tools: ToolSet | undefined;

  /** The store behind the chat: one of your own, or else the one that the element made. */
  @property({ attribute: false })
  get store(): ChatStore | undefined {
    return this.#chat.store;
  }

  set store(store: ChatStore | undefined) {
    this.#chat.hostStore = store;
    // The getter still returns the store of the last update, which hides the change from Lit.
    this.requestUpdate();
  }

  /** Replaces single texts. */
  @property({ attribute: false }) strings: Partial<Strings> | undefined;

  /** How to show `data-<name>` parts, by name. */
  @property({ attribute: false }) dataRenderers: Readonly<Record<string, DataRenderer>> = {};

  /** How to show tool calls, by name of the tool. Questions are asked by `<tool-approval>` all the same. */
  @property({ attribute: false }) toolRenderers: Readonly<Record<string, ToolRenderer>> = {};

  @state() private stopped: ReadonlySet<string> = new Set();
  /** What the store has to tell, until the user goes on. */
  @state() private notice = '';
  @state() private offline = globalThis.navigator?.onLine === false;

  @query('adk-composer') private composer!: AdkComposerElement;
  @query('adk-message-list') private messageList!: AdkMessageListElement | null;
  @query('.panel') private panel!: HTMLDialogElement | null;
  @query('adk-lightbox') private lightbox!: AdkLightboxElement;

  #templates = new ApprovalTemplates();
  #context!: ChatContext;
  #lastError: AdkError | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('online', this.#onNetwork);
    window.addEventListener('offline', this.#onNetwork);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('online', this.#onNetwork);
    window.removeEventListener('offline', this.#onNetwork);
  }

  /** Not `willUpdate`: the controller has found the store only now. */
  protected override update(changed: PropertyValues<this>): void {
    this.#renewContext(changed);
    super.update(changed);
  }

  #renewContext(changed: PropertyValues<this>): void {
    const { strings, tag: locale } = this.#locale;
    const store = this.#chat.store;
    if (changed.has('tools') && store && this.tools) store.tools = this.tools;
    const current = this.#context as ChatContext | undefined;
    if (
      current?.strings === strings &&
      current.locale === locale &&
      current.store === store &&
      !changed.has('allowedOrigins') &&
      !changed.has('dataRenderers') &&
      !changed.has('toolRenderers')
    ) {
      return;
    }
    this.#context = {
      host: this,
      store,
      strings,
      locale,
      allowedOrigins: this.allowedOrigins,
      dataRenderers: new Map(Object.entries(this.dataRenderers)),
      toolRenderers: new Map(Object.entries(this.toolRenderers)),
      announce: (text) => this.#announcer.announce(text),
      actions: {
        regenerate: ({ id }) => void this.#chat.store?.regenerate({ messageId: id }),
        edit: ({ id }, text) => void this.#chat.store?.edit(id, text),
        rate: (message, rating) => {
          const event = new AdkFeedbackEvent({ message, rating });
          this.dispatchEvent(event);
        },
        zoom: (url, name) => this.lightbox.show(url, name),
      },
    };
  }

  protected override updated(changed: PropertyValues<this>): void {
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector)!;
    this.#scroll.attach(find('.messages'), find('.list'), find('.end'));
    this.#announcer.attach(find('.announcer'));
    this.#templates.sync(this.#context);
    const change = this.#launcher.sync(this.panel);
    // A panel that is open from the start has no business with the focus.
    if (change === 'shown' && changed.get('open') === false) this.composer.focus();
    if (change === 'left') find('.launcher').focus();
  }

  /** Sends a message as if the user had typed it. Resolves to `false` if the host canceled it. */
  async send(message: string | Pick<UIMessage, 'parts'>): Promise<boolean> {
    // A store or an endpoint that was set a moment ago counts.
    if (this.isConnected && this.isUpdatePending) await this.updateComplete;
    const store = this.#requireStore();
    const asked = this.#ask(store, message);
    if (asked) await store.sendMessage(asked);
    return asked !== undefined;
  }

  /** Stops the answer; what has arrived stays. */
  async stop(): Promise<void> {
    const store = this.#chat.store;
    if (!store || !isBusy(store)) return;
    const last = store.messages.at(-1);
    if (last?.role === 'assistant') this.stopped = new Set(this.stopped).add(last.id);
    this.#announcer.announce(this.#context.strings.stopped);
    await store.stop();
  }

  /** Asks for the last answer again. */
  async regenerate(): Promise<void> {
    await this.#chat.store?.regenerate();
  }

  /** Empties the conversation. */
  async clear(): Promise<void> {
    await this.#chat.store?.clear();
  }

  /** Answers a question of the agent. Resolves to `false` if it was no longer open. */
  async decide(input: DecisionInput): Promise<boolean> {
    return this.#requireStore().decide(input);
  }

  /** Turns the microphone on. Needs the `voice` attribute. */
  async startVoice(): Promise<void> {
    await this.updateComplete;
    await this.composer.updateComplete;
    const voice = this.#voiceElement();
    if (!voice) throw new AdkError('configuration', this.#context.strings.noVoice);
    await voice.start();
  }

  /** Turns the microphone off. */
  async stopVoice(): Promise<void> {
    await this.#voiceElement()?.stop();
  }

  /**
   * Starts to record what goes to the backend and what comes from it, with its timing. Headers and
   * what looks like a secret are left out. An earlier recording is thrown away.
   */
  async startRecording(): Promise<void> {
    const { createRecorder } = await import('../transport/recording.js');
    this.#recorder?.stop();
    this.#recorder = createRecorder();
    if (this.#chat.store) this.#recorder.attach(this.#chat.store);
  }

  /** The recording so far as JSON lines, for a bug report or for `ReplayTransport`. */
  exportRecording(): string {
    if (this.#recorder) return this.#recorder.export();
    throw new AdkError('configuration', 'Nothing was recorded: call startRecording() first.');
  }

  /** Puts the cursor into the input. */
  override focus(options?: FocusOptions): void {
    this.composer.focus(options);
  }

  protected override render() {
    // A server writes the tag and what is slotted; the conversation belongs to the browser.
    if (isServer) return nothing;
    const { strings } = this.#context;
    const { launcher } = this;
    return html`<div
      part="base"
      class="base ${launcher === undefined ? 'inline' : `floating ${launcher}`}"
      dir=${this.#locale.dir}
      lang=${this.#locale.tag}
      @focusin=${loadMarkdown}
      @adk-tool-decision=${this.#onDecision}
    >
      ${
        launcher === undefined
          ? this.#renderContent()
          : html`${renderLauncher(strings, this.#launcher.unread, this.open, this.#onToggle)}
              <dialog
                part="panel"
                class="panel"
                popover="manual"
                aria-label=${this.heading || strings.chat}
                @keydown=${this.#onPanelKeydown}
                @cancel=${this.#onCancel}
              >
                ${this.#renderContent()}
              </dialog>`
      }
      <adk-lightbox .strings=${strings}></adk-lightbox>
    </div>`;
  }

  #renderContent() {
    const { strings } = this.#context;
    const store = this.#chat.store;
    return html`${renderHeader(this, strings, this.#onToggle)}
      <section part="messages" class="messages" tabindex="0" aria-label=${strings.conversation}>
        <div class="list">
          <slot name="before-messages"></slot>
          ${
            store
              ? html`<adk-message-list
                  .context=${this.#context}
                  .messages=${store.messages}
                  .status=${store.status}
                  .error=${store.error}
                  .stopped=${this.stopped}
                  .suggestions=${this.suggestions}
                  @pick=${this.#onPick}
                ></adk-message-list>`
              : renderNotice(strings.noEndpoint)
          }
          <slot name="after-messages"></slot>
        </div>
        <div class="end"></div>
      </section>
      ${
        this.#scroll.away
          ? renderEndButton(strings, this.#scroll.unseen, () => this.#scroll.toEnd())
          : nothing
      }
      ${
        this.offline
          ? renderNotice(strings.offline, 'offline')
          : store?.connection === 'reconnecting'
            ? renderNotice(strings.reconnecting, 'offline')
            : this.notice
              ? renderNotice(this.notice, 'alert')
              : nothing
      }
      ${store ? renderQueue(store, strings) : nothing}
      <adk-approval-bar
        .questions=${(store?.pendingApprovals ?? []).filter(({ part }) => payloadOf(part) === undefined)}
        .strings=${strings}
      ></adk-approval-bar>
      <adk-composer
        .context=${this.#context}
        .busy=${store !== undefined && isBusy(store)}
        .disabled=${!store}
        .placeholder=${this.placeholder}
        .voice=${this.voice}
        .accept=${this.accept}
        .maxFiles=${this.maxFiles}
        .maxFileSize=${this.maxFileSize}
        .persist=${this.persist}
        .draftKey=${this.chatId ?? this.endpoint ?? ''}
        .history=${this.#history}
        @compose=${this.#onCompose}
        @halt=${this.stop}
      ></adk-composer>
      ${renderPermissions(this.#context)}
      <slot name="footer"></slot>
      <div class="announcer" role="log" aria-label=${strings.announcements}></div>`;
  }

  #requireStore(): ChatStore {
    const store = this.#chat.store;
    if (!store) throw new AdkError('configuration', this.#context.strings.noEndpoint);
    return store;
  }

  /** Lets the host have a say; nothing comes back if it canceled. */
  #ask(store: ChatStore, message: string | Pick<UIMessage, 'parts'>): UIMessage | undefined {
    const parts: UIMessage['parts'] =
      typeof message === 'string' ? [{ type: 'text', text: message }] : message.parts;
    const whole: UIMessage = { id: store.generateId(), role: 'user', parts };
    const event = new AdkMessageSendEvent({ message: whole });
    if (!this.dispatchEvent(event)) return undefined;
    this.notice = '';
    this.#scroll.toEnd();
    return whole;
  }

  #voiceElement(): VoiceControl | null {
    return this.renderRoot.querySelector<VoiceControl>('adk-voice');
  }

  #history = (): string[] =>
    (this.#chat.store?.messages ?? []).filter(({ role }) => role === 'user').map(textOf);

  #onStore(store: ChatStore | undefined): void {
    if (store) this.#recorder?.attach(store);
    this.#lastError = undefined;
    if (!store) return;
    store.onBeforeToolCall ??= (call) => {
      const event = new AdkToolCallEvent(call);
      return this.dispatchEvent(event);
    };
    void this.updateComplete.then(() => {
      const event = new AdkReadyEvent();
      this.dispatchEvent(event);
    });
  }

  #onChange(change: ChatChange, store: ChatStore): void {
    if (change.type === 'notice') {
      this.#announcer.announce(change.message);
      this.notice = change.message;
    }
    if (change.type !== 'status') return;
    const { status, error } = store;
    const event = new AdkStatusChangeEvent({ status });
    this.dispatchEvent(event);
    if (error && error !== this.#lastError) {
      const errorEvent = new AdkErrorEvent({ error });
      this.dispatchEvent(errorEvent);
    }
    this.#lastError = error;
    if (status === 'submitted') {
      // It is there before the first word, and costs nothing where nobody asks.
      void loadMarkdown();
      this.#announcer.announce(this.#context.strings.thinking);
    }
    const last = store.messages.at(-1);
    if (status !== 'ready' || last?.role !== 'assistant') return;
    this.#announcer.follow(last, true);
    this.#launcher.countUnread();
  }

  #onFrame({ messages, kinds }: FrameOfChanges): void {
    const streaming = this.#chat.store?.status === 'streaming';
    for (const message of messages.values()) {
      this.messageList?.replace(message);
      if (streaming && message.role === 'assistant') this.#announcer.follow(message, false);
    }
    if (messages.size > 0 || kinds.has('messages')) this.#scroll.arrived();
    if (kinds.size > 1 || !kinds.has('message')) this.requestUpdate();
  }

  #onNetwork = (): void => {
    this.offline = !navigator.onLine;
  };

  #onCompose(event: CustomEvent<Composition>): void {
    const { text, files } = event.detail;
    const parts: UIMessage['parts'] = [
      ...files,
      ...(text ? [{ type: 'text', text } as const] : []),
    ];
    const store = this.#requireStore();
    const message = this.#ask(store, { parts });
    if (message) void store.sendMessage(message);
    else event.preventDefault();
  }

  #onPick(event: CustomEvent<string>): void {
    void this.send(event.detail);
    this.composer.focus();
  }

  #onDecision(event: AdkToolDecisionEvent): void {
    // Listeners further out may still cancel it.
    queueMicrotask(() => {
      if (!event.defaultPrevented) void this.#chat.store?.decide(event.detail);
    });
  }

  #onToggle = (): void => {
    this.open = !this.open;
  };

  #onCancel(event: Event): void {
    event.preventDefault();
    this.open = false;
  }

  #onPanelKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    this.open = false;
  }
}

const isBusy = ({ status }: ChatStore) => status === 'submitted' || status === 'streaming';

/** What `<adk-voice>` offers. */
interface VoiceControl extends HTMLElement {
  start(): Promise<void>;
  stop(): Promise<void>;
}
