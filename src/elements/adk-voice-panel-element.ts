import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { VoiceController, type VoiceMode } from '../controllers/voice-controller.js';
import { AdkErrorEvent, AdkVoiceChangeEvent, type VoiceState } from '../events.js';
import type { Strings } from '../locales/en.js';
import { voiceStyles } from './adk-voice-styles.js';
import { adoptStyles } from './adopt-styles.js';
import type { ChatContext } from './chat-context.js';
import { formatTime } from './format-time.js';
import { icon } from './icons.js';

interface Settings extends HTMLElement {
  workletPath: string | undefined;
  voicePauseHidden: boolean;
}

/** How many bars show the level, and how much each of them moves. */
const BARS = [0.45, 0.75, 1, 0.75, 0.45];

/**
 * What is going on while voice is on: who is heard and how loud, what is said, for how long, and
 * what went wrong. Renders into the shadow root of its `<adk-chat>`.
 */
export class AdkVoicePanelElement extends LitElement {
  @property({ attribute: false }) context!: ChatContext;
  @property({ attribute: 'mode' }) modeName = '';

  /** Told when anything changes that the button shows. */
  onChange: () => void = () => {};

  #clock: ReturnType<typeof setInterval> | undefined;
  #voice = new VoiceController(this, {
    onState: (state) => this.#onState(state),
    onError: (error) => {
      const event = new AdkErrorEvent({ error });
      this.dispatchEvent(event);
    },
    onLevel: (level) => this.#showLevel(level),
  });

  get mode(): VoiceMode {
    return this.modeName === 'hands-free' || this.modeName === 'tap-to-talk'
      ? this.modeName
      : 'push-to-talk';
  }

  get store() {
    return this.context.store;
  }

  get strings(): Strings {
    return this.context.strings;
  }

  get workletPath(): string | undefined {
    return (this.context.host as Settings).workletPath;
  }

  get pauseHidden(): boolean {
    return (this.context.host as Settings).voicePauseHidden;
  }

  get state(): VoiceState {
    return this.#voice.state;
  }

  get isTalking(): boolean {
    return this.#voice.isTalking;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, voiceStyles);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override updated(): void {
    this.onChange();
  }

  start(): Promise<boolean> {
    return this.#voice.start();
  }

  stop(): Promise<void> {
    return this.#voice.stop();
  }

  talk(on: boolean): Promise<void> {
    return this.#voice.talk(on);
  }

  protected override render() {
    const { state, error } = this.#voice;
    if (state === 'off') return nothing;
    if (error) return this.#renderError(error.message, error.details);
    const { strings } = this;
    const { caption } = this.#voice;
    return html`<section class="voice is-${state}" aria-label=${strings.voice}>
      <div class="voice-row">
        <span class="bars" aria-hidden="true">
          ${BARS.map(() => html`<span class="bar"></span>`)}
        </span>
        <span class="voice-state">${this.#renderState()}</span>
        ${state === 'asking' ? nothing : this.#renderTime()}
        ${this.mode === 'hands-free' && state !== 'asking' ? this.#renderMute() : nothing}
        <button
          type="button"
          class="icon-button small"
          aria-label=${strings.endVoice}
          title=${strings.endVoice}
          @click=${() => void this.stop()}
        >
          ${icon('close')}
        </button>
      </div>
      ${
        caption && state !== 'muted'
          ? html`<p class="caption ${caption.role}">
              <b>${caption.role === 'user' ? strings.you : strings.assistant}</b>
              <span>${caption.text}</span>
            </p>`
          : nothing
      }
      ${this.#renderNotice()}
    </section>`;
  }

  #renderState(): string {
    const { strings, mode } = this;
    switch (this.state) {
      case 'asking':
        return strings.voiceAsking;
      case 'speech':
        return strings.voiceSpeech;
      case 'speaking':
        return strings.voiceSpeaking;
      case 'listening':
        return strings.voiceListening;
      default:
        if (mode === 'hands-free') return strings.voiceMuted;
        return mode === 'tap-to-talk' ? strings.voiceTap : strings.voiceHold;
    }
  }

  #renderTime() {
    const time = formatTime((Date.now() - this.#voice.since) / 1000);
    return html`<span class="elapsed" role="timer" aria-label=${this.strings.elapsed(time)}
      >${time}</span
    >`;
  }

  #renderMute() {
    const { isMuted } = this.#voice;
    const label = isMuted ? this.strings.unmute : this.strings.mute;
    return html`<button
      type="button"
      class="icon-button small ${isMuted ? 'crossed' : ''}"
      aria-label=${label}
      title=${label}
      @click=${() => this.#voice.setMuted(!isMuted)}
    >
      ${icon('mic')}
    </button>`;
  }

  #renderNotice() {
    const { strings, store } = this;
    const notice = this.#voice.isReconnecting
      ? strings.voiceReconnecting
      : this.#voice.isDropping
        ? strings.voiceDropped
        : store && store.pendingApprovals.length > 0
          ? strings.voiceQuestion
          : '';
    return notice
      ? html`<p part="notice" class="voice-notice" role="status">${notice}</p>`
      : nothing;
  }

  #renderError(message: string, details: string | undefined) {
    const { strings } = this;
    return html`<section class="voice is-error" aria-label=${strings.voice}>
      <div class="voice-row">
        ${icon('alert')}
        <div class="voice-state">
          <p role="alert">${message}</p>
          ${
            details
              ? html`<details>
                  <summary>${strings.details}</summary>
                  ${details}
                </details>`
              : nothing
          }
        </div>
        <button type="button" class="button" @click=${this.#onRetry}>${strings.retry}</button>
        <button
          type="button"
          class="icon-button small"
          aria-label=${strings.dismiss}
          title=${strings.dismiss}
          @click=${() => void this.stop()}
        >
          ${icon('close')}
        </button>
      </div>
    </section>`;
  }

  /** Many times a second: past the rendering, straight to the style. */
  #showLevel(level: number): void {
    // Speech is rarely louder than a fifth of full scale; its root looks as loud as it sounds.
    const shown = Math.min(1, Math.sqrt(level * 5));
    this.closest('form')?.style.setProperty('--_level', shown.toFixed(2));
    this.querySelectorAll<HTMLElement>('.bar').forEach((bar, i) => {
      bar.style.setProperty('--_bar', Math.max(0.12, shown * BARS[i]!).toFixed(2));
    });
  }

  #onState(state: VoiceState): void {
    clearInterval(this.#clock);
    if (this.#voice.since > 0 && state !== 'off') {
      this.#clock = setInterval(() => this.requestUpdate(), 1000);
    }
    if (state === 'listening') this.context.announce(this.strings.voiceListening);
    if (state === 'off') this.context.announce(this.strings.voiceOff);
    this.#showLevel(0);
    const event = new AdkVoiceChangeEvent({ state });
    this.dispatchEvent(event);
  }

  #onRetry(): void {
    void this.start();
  }
}
