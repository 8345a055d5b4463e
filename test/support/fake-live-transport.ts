import type { UIMessageChunk } from 'ai';
import { LiveEmitter } from '../../src/transport/live-events.js';
import type { LiveEvents, LiveTransport } from '../../src/transport/transport.js';

/** A transport whose other side is the test. */
export class FakeLiveTransport implements LiveTransport {
  readonly capabilities: LiveTransport['capabilities'] = {
    approvalChannel: 'side',
    parallelApprovals: false,
    clientTools: 'separate',
    audioIn: true,
    audioOut: true,
    video: false,
    resume: false,
    inboundTurns: true,
  };
  readonly resumeStreamIsReplay = false;
  readonly #events = new LiveEmitter();
  readonly on = this.#events.on;
  /** What was asked of it; a run of audio frames is one entry. */
  readonly calls: string[] = [];
  samples = 0;
  isCongested = false;
  #turn: ReadableStreamDefaultController<UIMessageChunk> | undefined;

  emit<K extends keyof LiveEvents>(type: K, detail: LiveEvents[K]): void {
    this.#events.emit(type, detail);
  }

  /** Lets the agent begin a turn by itself, as a live server does. */
  begin(): void {
    this.emit('inbound', undefined);
  }

  push(...chunks: UIMessageChunk[]): void {
    for (const chunk of chunks) this.#turn!.enqueue(chunk);
  }

  finish(): void {
    this.#turn!.close();
    this.#turn = undefined;
  }

  get isInTurn(): boolean {
    return this.#turn !== undefined;
  }

  async startVoice(): Promise<void> {
    this.calls.push('startVoice');
  }

  async stopVoice(): Promise<void> {
    this.calls.push('stopVoice');
  }

  sendAudio(frame: Int16Array): boolean {
    this.samples += frame.length;
    if (this.calls.at(-1) !== 'audio') this.calls.push('audio');
    return !this.isCongested;
  }

  setActivity(activity: 'start' | 'end'): void {
    this.calls.push(activity);
  }

  interrupt(reason?: string): void {
    this.calls.push(`interrupt ${reason}`);
    this.emit('interrupted', undefined);
  }

  async sendDecisions(): Promise<void> {}

  async sendMessages(): Promise<ReadableStream<UIMessageChunk>> {
    return this.#open();
  }

  async reconnectToStream(): Promise<ReadableStream<UIMessageChunk>> {
    return this.#open();
  }

  #open(): ReadableStream<UIMessageChunk> {
    return new ReadableStream({ start: (controller) => void (this.#turn = controller) });
  }
}
