/** The part of `AudioWorkletGlobalScope` that the worklets use; TypeScript ships no library for it. */
interface WorkletPort {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  close(): void;
}

declare abstract class AudioWorkletProcessor {
  readonly port: WorkletPort;
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

declare const sampleRate: number;
