import { AdkError } from '../errors.js';
import type { AudioTexts } from './audio-texts.js';
import { Player, type PlayerOptions } from './player.js';
import { Recorder, type RecorderOptions } from './recorder.js';

/** Milliseconds that the sound card of a busy machine may need to start. */
const START_TIMEOUT = 10_000;
/** Without a gesture of the user the browser never starts it; there is nothing to wait for. */
const BLOCKED_TIMEOUT = 1_000;

export interface AudioDevicesOptions {
  texts: AudioTexts;
  workletPath?: string;
  signal?: AbortSignal;
  onRecorder: RecorderOptions['onMessage'];
  onPlayer: PlayerOptions['onMessage'];
  onLost: RecorderOptions['onLost'];
}

/** Microphone and loudspeaker of one conversation, opened together and closed together. */
export class AudioDevices {
  readonly recorder: Recorder;
  readonly player: Player;
  readonly #context: AudioContext;

  private constructor(context: AudioContext, recorder: Recorder, player: Player) {
    this.#context = context;
    this.recorder = recorder;
    this.player = player;
    // A phone call or a sleeping laptop suspends it; nobody else would wake it up.
    context.onstatechange = () => {
      if (context.state !== 'running' && context.state !== 'closed') void context.resume();
    };
  }

  /** Whatever fails, nothing stays open. */
  static async create(options: AudioDevicesOptions): Promise<AudioDevices> {
    const { signal } = options;
    const undo: (() => void)[] = [];
    try {
      // Before anything is awaited, while the gesture that started us still counts.
      const context = new AudioContext({ latencyHint: 'interactive' });
      undo.push(() => void context.close());
      const recorder = await Recorder.create(context, {
        ...options,
        onMessage: options.onRecorder,
      });
      undo.push(() => recorder.close());
      await resume(context, options.texts);
      signal?.throwIfAborted();
      const player = await Player.create(context, { ...options, onMessage: options.onPlayer });
      undo.push(() => player.close());
      signal?.throwIfAborted();
      return new AudioDevices(context, recorder, player);
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.recorder.close();
    this.player.close();
    if (this.#context.state !== 'closed') await this.#context.close();
  }
}

/** `resume()` of a context that may not make a sound stays pending for ever. */
async function resume(context: AudioContext, texts: AudioTexts): Promise<void> {
  if (context.state === 'running') return;
  const { userActivation } = navigator as Partial<Navigator>;
  const patience = userActivation?.hasBeenActive === false ? BLOCKED_TIMEOUT : START_TIMEOUT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([context.resume(), timeout]);
  clearTimeout(timer);
  if ((context.state as string) !== 'running')
    throw new AdkError('audio-blocked', texts.audioBlocked);
}
