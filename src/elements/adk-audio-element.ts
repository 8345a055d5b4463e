import type { FileUIPart } from 'ai';
import { html, LitElement, nothing, svg, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { decodeBase64 } from '../audio/base64.js';
import { peaksOf } from '../audio/peaks.js';
import { decodeWav } from '../audio/wav.js';
import { audioStyles } from './adk-audio-styles.js';
import { adoptStyles } from './adopt-styles.js';
import type { ChatContext } from './chat-context.js';
import { formatTime } from './format-time.js';
import { icon } from './icons.js';
import { fileUrl } from './safe-url.js';

const SPEEDS = [1, 1.25, 1.5, 2];
const BARS = 40;
/** What is shown of a recording that cannot be looked into. */
const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0.15);

/** A recording with its waveform. Renders into the shadow root of its `<adk-chat>`. */
export class AdkAudioElement extends LitElement {
  /** Only one recording plays at a time. */
  static #playing: HTMLAudioElement | undefined;

  @property({ attribute: false }) file!: FileUIPart;
  @property({ attribute: false }) context!: ChatContext;

  @state() private peaks = FLAT;
  @state() private duration = 0;
  @state() private position = 0;
  @state() private speed = 1;
  @state() private playing = false;
  @state() private gone = false;

  @query('.wave') private wave!: HTMLElement | null;

  #audio: HTMLAudioElement | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, audioStyles);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#audio?.pause();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('file');
    if (!changed.has('file') || before?.url === this.file.url) return;
    this.#audio?.pause();
    this.#audio = undefined;
    this.peaks = FLAT;
    this.duration = this.position = 0;
    this.gone = false;
    void this.#look(this.file.url);
  }

  protected override updated(): void {
    const share = this.duration > 0 ? this.position / this.duration : 0;
    this.wave?.style.setProperty('--_share', share.toFixed(4));
  }

  protected override render() {
    const { strings } = this.context;
    const url = fileUrl(this.file.url);
    if (!url) return nothing;
    if (this.gone) return html`<p class="clip-gone">${strings.recordingGone}</p>`;
    const name = this.file.filename ?? strings.recording;
    const shown = this.playing || this.position > 0 ? this.position : this.duration;
    const speed = `${this.speed}×`;
    return html`<div class="clip" role="group" aria-label=${name}>
      <button
        type="button"
        class="icon-button solid"
        aria-label=${this.playing ? strings.pause : strings.play}
        title=${this.playing ? strings.pause : strings.play}
        @click=${this.#onToggle}
      >
        ${icon(this.playing ? 'pause' : 'play')}
      </button>
      <div class="wave" dir="ltr">
        ${this.#renderBars('')}${this.#renderBars('played')}
        <input
          type="range"
          min="0"
          max=${this.duration}
          step="0.1"
          aria-label=${strings.seek}
          aria-valuetext=${strings.playbackPosition(
            formatTime(this.position),
            formatTime(this.duration),
          )}
          ?disabled=${this.duration === 0}
          .value=${String(this.position)}
          @input=${this.#onSeek}
        />
      </div>
      <span class="clip-time" aria-hidden="true">${formatTime(shown)}</span>
      <button
        type="button"
        class="icon-button small"
        aria-label=${strings.playbackSpeed(speed)}
        title=${strings.playbackSpeed(speed)}
        @click=${this.#onSpeed}
      >
        ${speed}
      </button>
      <a
        class="icon-button small"
        href=${url.href}
        download=${this.file.filename ?? 'recording.wav'}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label=${strings.downloadFile(name)}
        title=${strings.downloadFile(name)}
        >${icon('download')}</a
      >
    </div>`;
  }

  #renderBars(name: string) {
    return html`<svg
      class="peaks ${name}"
      viewBox="0 0 ${BARS * 3 - 1} 24"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${this.peaks.map((peak, i) => {
        const height = Math.max(2, peak * 24);
        return svg`<rect x=${i * 3} y=${12 - height / 2} width="2" height=${height} rx="1" />`;
      })}
    </svg>`;
  }

  /** Draws what can be read without asking anybody: a recording of this page. */
  async #look(url: string): Promise<void> {
    try {
      const bytes = url.startsWith('data:')
        ? decodeBase64(url.slice(url.indexOf(',') + 1))
        : url.startsWith('blob:')
          ? new Uint8Array(await (await fetch(url)).arrayBuffer())
          : undefined;
      const wav = bytes && decodeWav(bytes);
      if (!wav || url !== this.file.url) return;
      this.peaks = peaksOf(wav.samples, BARS);
      this.duration = wav.samples.length / wav.channels / wav.sampleRate;
    } catch {
      // A policy may forbid to look into it, and it can be played all the same.
    }
  }

  #open(): HTMLAudioElement {
    const audio = new Audio(fileUrl(this.file.url)!.href);
    audio.preservesPitch = true;
    audio.onplay = audio.onpause = () => (this.playing = !audio.paused);
    audio.ontimeupdate = () => (this.position = audio.currentTime);
    audio.ondurationchange = () => {
      if (Number.isFinite(audio.duration)) this.duration = audio.duration;
    };
    audio.onended = () => {
      this.position = 0;
      this.playing = false;
    };
    audio.onerror = () => (this.gone = true);
    return audio;
  }

  #onToggle(): void {
    const audio = (this.#audio ??= this.#open());
    if (!audio.paused) return audio.pause();
    AdkAudioElement.#playing?.pause();
    AdkAudioElement.#playing = audio;
    audio.playbackRate = this.speed;
    audio.currentTime = this.position;
    // A failure is reported by `onerror`; a pause before the start is none.
    audio.play().catch(() => {});
  }

  #onSeek({ target }: Event): void {
    this.position = Number((target as HTMLInputElement).value);
    if (this.#audio) this.#audio.currentTime = this.position;
  }

  #onSpeed(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    if (this.#audio) this.#audio.playbackRate = this.speed;
  }
}
