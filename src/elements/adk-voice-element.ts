import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { AdkError } from '../errors.js';
import { AdkErrorEvent } from '../events.js';
import type { AdkVoicePanelElement } from './adk-voice-panel-element.js';
import type { ChatContext } from './chat-context.js';
import { icon } from './icons.js';

/** What an `<adk-chat>` says about its voice. */
export interface VoiceSettings extends HTMLElement {
  voiceKey: string;
  voiceGlobalKey: string | undefined;
}

/** A press shorter than this (ms) is a tap: the microphone stays on until the next one. */
const TAP = 300;
/** How long (ms) the global key is held alone before it counts: it also begins other shortcuts. */
const CHORD = 250;

/**
 * The microphone button. All that listens and speaks is loaded when it is first pressed. Renders
 * into the shadow root of its `<adk-chat>`.
 */
export class AdkVoiceElement extends LitElement {
  @property({ attribute: false }) context!: ChatContext;
  @property() mode = '';
  @property({ type: Boolean }) disabled = false;

  @state() private failed = false;

  #panel: AdkVoicePanelElement | undefined;
  #pressedAt: number | undefined;
  #latched = false;
  #chord: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of ['keydown', 'keyup', 'blur']) addEventListener(type, this.#onGlobalKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of ['keydown', 'keyup', 'blur']) removeEventListener(type, this.#onGlobalKey);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Turns voice on; in the push-to-talk modes the user is heard at once. */
  async start(): Promise<void> {
    const panel = await this.#load();
    if (this.mode === 'hands-free') await panel?.start();
    else {
      this.#latched = true;
      await panel?.talk(true);
    }
  }

  /** Turns voice off. */
  async stop(): Promise<void> {
    this.#latched = false;
    await this.#panel?.stop();
  }

  protected override render() {
    const { strings } = this.context;
    const voice = this.#panel?.state ?? 'off';
    const label = this.#isOn ? strings.stopVoice : strings.startVoice;
    return html`<button
      type="button"
      part="mic-button"
      class="icon-button mic is-${this.failed ? 'error' : voice}"
      aria-label=${label}
      title=${label}
      aria-pressed=${this.#isOn}
      ?disabled=${this.disabled}
      @pointerdown=${this.#onPointerDown}
      @pointerup=${this.#onPointerUp}
      @pointercancel=${this.#onPointerUp}
      @keydown=${this.#onKey}
      @keyup=${this.#onKey}
      @contextmenu=${this.#onContextMenu}
      @click=${this.#onClick}
    >
      ${icon('mic')}${voice === 'off' ? nothing : html`<span class="mic-level"></span>`}
    </button>`;
  }

  get #isHeld(): boolean {
    return this.mode === '' || this.mode === 'push-to-talk';
  }

  get #isOn(): boolean {
    const voice = this.#panel?.state ?? 'off';
    if (voice === 'off' || voice === 'error') return false;
    return this.mode === 'hands-free' || this.#panel!.isTalking || voice === 'asking';
  }

  async #load(): Promise<AdkVoicePanelElement | undefined> {
    if (this.#panel) return this.#panel;
    try {
      const { AdkVoicePanelElement } = await import('./adk-voice-panel-element.js');
      const tag = 'adk-voice-panel';
      if (!customElements.get(tag)) customElements.define(tag, AdkVoicePanelElement);
      const panel = this.closest('form')!.querySelector<AdkVoicePanelElement>(tag)!;
      panel.onChange = () => this.requestUpdate();
      this.failed = false;
      return (this.#panel = panel);
    } catch (cause) {
      this.failed = true;
      const message = this.context.strings.voiceLoadFailed;
      this.context.announce(message);
      const error = new AdkError('network', message, { cause, retryable: true });
      const event = new AdkErrorEvent({ error });
      this.dispatchEvent(event);
      return undefined;
    }
  }

  async #talk(on: boolean): Promise<void> {
    const panel = on ? await this.#load() : this.#panel;
    // Who has let go while the code was loading has said nothing.
    if (!on || this.#latched || this.#pressedAt !== undefined) await panel?.talk(on);
  }

  #press(): void {
    if (this.#pressedAt !== undefined) return;
    this.#pressedAt = performance.now();
    if (!this.#latched) void this.#talk(true);
  }

  #release(mayLatch = true): void {
    if (this.#pressedAt === undefined) return;
    const isTap = mayLatch && performance.now() - this.#pressedAt < TAP;
    this.#pressedAt = undefined;
    this.#latched = isTap && !this.#latched;
    if (!this.#latched) void this.#talk(false);
  }

  #onPointerDown(event: PointerEvent): void {
    if (!this.#isHeld || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#press();
  }

  #onPointerUp(): void {
    if (this.#isHeld) this.#release();
  }

  #onContextMenu(event: Event): void {
    // A long touch opens a menu, which would end the hold.
    if (this.#isHeld) event.preventDefault();
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.#isHeld || !isKey(event, (this.context.host as VoiceSettings).voiceKey)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (event.type === 'keydown') this.#press();
    else this.#release();
  }

  /** Clicks of a mouse are presses in push-to-talk; those of a keyboard or a screen reader are not. */
  #onClick(event: MouseEvent): void {
    if (this.#isHeld && event.detail > 0) return;
    if (this.mode === 'hands-free') {
      void (this.#isOn ? this.stop() : this.start());
    } else {
      this.#latched = !this.#isOn;
      void this.#talk(this.#latched);
    }
  }

  /** Held alone, the global key talks; with any other key it is a shortcut of somebody else. */
  #onGlobalKey = (event: Event): void => {
    const key = (this.context?.host as VoiceSettings | undefined)?.voiceGlobalKey;
    if (!key || this.disabled || this.mode === 'hands-free') return;
    const isDown = event.type === 'keydown';
    if (isDown && (event as KeyboardEvent).repeat) return;
    clearTimeout(this.#chord);
    if (isDown && isKey(event as KeyboardEvent, key)) {
      this.#chord = setTimeout(() => this.#press(), CHORD);
    } else {
      this.#release(false);
    }
  };
}

/** `Mod` stands for Control and for Command. */
function isKey({ key }: KeyboardEvent, wanted: string): boolean {
  if (wanted === 'Mod') return key === 'Control' || key === 'Meta';
  return key === wanted || (wanted === 'Space' && key === ' ');
}
