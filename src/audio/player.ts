import workletSource from 'worklet:pcm-player';
import { loadWorklet, type WorkletOptions } from './load-worklet.js';
import { BUFFER_SECONDS } from './playback.js';
import type { PlayerCommand, PlayerMessage } from './worklet-messages.js';

export interface PlayerOptions extends WorkletOptions {
  /** Where the sound goes. Absent: the loudspeaker. */
  destination?: AudioNode;
  onMessage(message: PlayerMessage): void;
}

interface Piece {
  samples: Int16Array;
  sampleRate: number;
}

/**
 * Plays PCM as it comes. The worklet holds a few seconds; what a fast server sends beyond that
 * waits here.
 */
export class Player {
  readonly #node: AudioWorkletNode;
  readonly #options: PlayerOptions;
  #queue: Piece[] = [];
  /** The end of the turn is known, but not yet to the worklet. */
  #isEnding = false;
  #sampleRate = 0;
  /** Samples handed to the worklet, and how many of them it has taken from its buffer. */
  #written = 0;
  #consumed = 0;

  private constructor(node: AudioWorkletNode, options: PlayerOptions) {
    this.#node = node;
    this.#options = options;
    node.port.onmessage = ({ data }: MessageEvent<PlayerMessage>) => this.#onMessage(data);
  }

  static async create(context: BaseAudioContext, options: PlayerOptions): Promise<Player> {
    await loadWorklet(context, 'pcm-player', workletSource, options);
    const node = new AudioWorkletNode(context, 'adk-pcm-player', {
      numberOfInputs: 0,
      outputChannelCount: [1],
    });
    node.connect(options.destination ?? context.destination);
    return new Player(node, options);
  }

  /** Playback begins with the first piece, not when all have come. */
  play(samples: Int16Array, sampleRate: number): void {
    if (samples.length === 0) return;
    this.#isEnding = false;
    this.#queue.push({ samples, sampleRate });
    this.#feed();
  }

  /** No more belongs to this turn. */
  end(): void {
    this.#isEnding = true;
    this.#feed();
  }

  /** Falls silent at once and forgets what was to be played. */
  clear(): void {
    this.#queue = [];
    this.#isEnding = false;
    this.#send({ type: 'clear' });
  }

  /** 1 is full volume. */
  setGain(gain: number): void {
    this.#send({ type: 'gain', gain });
  }

  close(): void {
    this.#queue = [];
    this.#send({ type: 'stop' });
    this.#node.disconnect();
    this.#node.port.onmessage = null;
    this.#node.port.close();
  }

  #onMessage(message: PlayerMessage): void {
    this.#consumed = message.consumed;
    this.#feed();
    this.#options.onMessage(message);
  }

  #feed(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const { samples, sampleRate } = next;
      const waiting = this.#written - this.#consumed;
      if (sampleRate !== this.#sampleRate) {
        // Another rate means another buffer: the present one has to run empty first.
        if (waiting > 0) return this.#send({ type: 'end' });
        this.#sampleRate = sampleRate;
        this.#written = 0;
        this.#consumed = 0;
      }
      const room = BUFFER_SECONDS * sampleRate - (this.#written - this.#consumed);
      if (room <= 0) return;
      const piece = samples.slice(0, room);
      this.#written += piece.length;
      this.#send({ type: 'audio', samples: piece, sampleRate }, [piece.buffer]);
      if (piece.length === samples.length) this.#queue.shift();
      else this.#queue[0] = { samples: samples.subarray(room), sampleRate };
    }
    if (this.#isEnding) this.#send({ type: 'end' });
    this.#isEnding = false;
  }

  #send(command: PlayerCommand, transfer: Transferable[] = []): void {
    this.#node.port.postMessage(command, transfer);
  }
}
