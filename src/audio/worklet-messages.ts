/**
 * What may leave the microphone: nothing, everything, or what sounds like speech (with what was
 * said just before it was recognised as such).
 */
export type Gate = 'closed' | 'open' | 'voice';

export type RecorderCommand =
  | { type: 'gate'; gate: Gate }
  /** The loudspeaker is on: demand more certainty before calling its echo speech. */
  | { type: 'echo'; echo: boolean }
  | { type: 'stop' };

export type RecorderMessage =
  /** One piece of the recording. `time`: seconds of input up to its last sample. */
  | { type: 'frame'; samples: Int16Array<ArrayBuffer>; time: number; level: number }
  /** Sent instead of a frame while nothing may leave. */
  | { type: 'level'; level: number }
  | { type: 'speech'; speech: boolean }
  /** The gate closed and its last frame has been sent. */
  | { type: 'closed' };

export type PlayerCommand =
  | { type: 'audio'; samples: Int16Array; sampleRate: number }
  /** No more audio belongs to this turn: running dry is the end, not an underrun. */
  | { type: 'end' }
  | { type: 'clear' }
  | { type: 'gain'; gain: number }
  | { type: 'stop' };

export type PlayerState = 'idle' | 'buffering' | 'playing' | 'starved';

/** All times are in seconds of the audio itself, counted since it last was idle. */
export interface PlayerMessage {
  type: 'report' | 'started' | 'drained' | 'cleared';
  state: PlayerState;
  played: number;
  buffered: number;
  /** Samples taken from the buffer since its creation, whether played or cleared. */
  consumed: number;
  underruns: number;
  /** How much is buffered before playback starts. */
  target: number;
  level: number;
}

export type Post<T> = (message: T, transfer: ArrayBuffer[]) => void;
