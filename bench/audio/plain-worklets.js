/** What one writes first: every block goes to the main thread, every sample comes from there. */
export const plainRecorder = `registerProcessor('plain-recorder', class extends AudioWorkletProcessor {
  process([[channel]]) {
    if (channel) this.port.postMessage(channel.slice());
    return true;
  }
});`;

export const plainPlayer = `registerProcessor('plain-player', class extends AudioWorkletProcessor {
  queue = [];
  constructor() {
    super();
    this.port.onmessage = ({ data }) => this.queue.push(...data);
  }
  process(_, [[channel]]) {
    const block = this.queue.splice(0, channel.length);
    channel.set(block);
    return true;
  }
});`;

/** Notes when the first loud sample passes. */
export const detector = `registerProcessor('detector', class extends AudioWorkletProcessor {
  wasLoud = false;
  process([[channel]]) {
    const at = channel ? channel.findIndex((value) => Math.abs(value) > 0.2) : -1;
    if (at >= 0 && !this.wasLoud) this.port.postMessage(currentTime + at / sampleRate);
    this.wasLoud = at >= 0;
    return true;
  }
});`;
