import { Capture } from '../src/audio/capture.js';
import type { RecorderCommand } from '../src/audio/worklet-messages.js';

class PcmRecorder extends AudioWorkletProcessor {
  #isRunning = true;
  readonly #capture = new Capture(sampleRate, (message, transfer) =>
    this.port.postMessage(message, transfer),
  );

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      const command = data as RecorderCommand;
      if (command.type === 'stop') this.#isRunning = false;
      else this.#capture.receive(command);
    };
  }

  override process([input]: Float32Array[][]): boolean {
    if (input) this.#capture.process(input);
    return this.#isRunning;
  }
}

registerProcessor('adk-pcm-recorder', PcmRecorder);
