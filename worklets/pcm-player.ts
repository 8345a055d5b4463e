import { Playback } from '../src/audio/playback.js';
import type { PlayerCommand } from '../src/audio/worklet-messages.js';

class PcmPlayer extends AudioWorkletProcessor {
  #isRunning = true;
  readonly #playback = new Playback(sampleRate, (message) => this.port.postMessage(message));

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      const command = data as PlayerCommand;
      if (command.type === 'stop') this.#isRunning = false;
      else this.#playback.receive(command);
    };
  }

  override process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [channel] = output ?? [];
    if (channel) this.#playback.process(channel);
    return this.#isRunning;
  }
}

registerProcessor('adk-pcm-player', PcmPlayer);
