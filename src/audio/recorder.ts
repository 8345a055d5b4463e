import workletSource from 'worklet:pcm-recorder';
import { AdkError } from '../errors.js';
import { loadWorklet, type WorkletOptions } from './load-worklet.js';
import type { Gate, RecorderCommand, RecorderMessage } from './worklet-messages.js';
import type { AudioTexts } from './audio-texts.js';

export interface RecorderOptions extends WorkletOptions {
  /** Ends the wait for the user's permission. */
  signal?: AbortSignal;
  onMessage(message: RecorderMessage): void;
  /** The device is gone: the recorder has stopped by itself. */
  onLost(error: AdkError): void;
}

/** The microphone as frames of 16 kHz mono PCM. */
export class Recorder {
  readonly #stream: MediaStream;
  readonly #node: AudioWorkletNode;
  readonly #source: MediaStreamAudioSourceNode;
  #whenClosed: (() => void)[] = [];

  private constructor(
    stream: MediaStream,
    source: MediaStreamAudioSourceNode,
    node: AudioWorkletNode,
    { onMessage, onLost, texts }: RecorderOptions,
  ) {
    this.#stream = stream;
    this.#source = source;
    this.#node = node;
    node.port.onmessage = ({ data }: MessageEvent<RecorderMessage>) => {
      onMessage(data);
      if (data.type === 'closed') for (const done of this.#whenClosed.splice(0)) done();
    };
    for (const track of stream.getTracks()) {
      // Only fired when the device goes or the permission is withdrawn, never by our own `stop`.
      track.onended = () => {
        this.close();
        onLost(new AdkError('mic-missing', texts.micUnplugged, { retryable: true }));
      };
    }
  }

  /** Asks for the microphone. Whatever fails, nothing stays open. */
  static async create(context: AudioContext, options: RecorderOptions): Promise<Recorder> {
    const stream = await openMicrophone(options.texts);
    try {
      options.signal?.throwIfAborted();
      await loadWorklet(context, 'pcm-recorder', workletSource, options);
      options.signal?.throwIfAborted();
      const node = new AudioWorkletNode(context, 'adk-pcm-recorder', { numberOfOutputs: 0 });
      const source = context.createMediaStreamSource(stream);
      source.connect(node);
      return new Recorder(stream, source, node, options);
    } catch (error) {
      stopTracks(stream);
      throw error;
    }
  }

  /** Nothing leaves the worklet until a gate is set. */
  setGate(gate: Gate): void {
    this.#send({ type: 'gate', gate });
  }

  /** Closes the gate; resolves when the last frame has been delivered. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenClosed.push(resolve);
      this.setGate('closed');
    });
  }

  /** The loudspeaker is on: its echo is not to be taken for speech. */
  setEcho(echo: boolean): void {
    this.#send({ type: 'echo', echo });
  }

  close(): void {
    stopTracks(this.#stream);
    this.#send({ type: 'stop' });
    this.#source.disconnect();
    this.#node.port.onmessage = null;
    this.#node.port.close();
    for (const done of this.#whenClosed.splice(0)) done();
  }

  #send(command: RecorderCommand): void {
    this.#node.port.postMessage(command);
  }
}

async function openMicrophone(texts: AudioTexts): Promise<MediaStream> {
  // Browsers hide the whole interface from pages without TLS.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new AdkError('unsupported', texts.micInsecure);
  try {
    return await devices.getUserMedia({
      audio: {
        channelCount: 1,
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
      },
    });
  } catch (cause) {
    throw toMicrophoneError(cause, texts);
  }
}

function toMicrophoneError(cause: unknown, texts: AudioTexts): AdkError {
  switch ((cause as Partial<DOMException>).name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return new AdkError('mic-denied', texts.micDenied, { cause });
    case 'NotFoundError':
    case 'OverconstrainedError':
      return new AdkError('mic-missing', texts.micMissing, { cause, retryable: true });
    default:
      return new AdkError('mic-missing', texts.micBusy, { cause, retryable: true });
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.stop();
  }
}
