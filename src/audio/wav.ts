const HEADER = 44;

/** Wraps mono 16-bit samples in a WAV file. */
export function encodeWav(
  chunks: readonly Int16Array[],
  sampleRate: number,
): Uint8Array<ArrayBuffer> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0) * 2;
  const bytes = new Uint8Array(HEADER + length);
  const view = new DataView(bytes.buffer);
  const word = (offset: number, text: string) => {
    for (let i = 0; i < 4; i++) view.setUint8(offset + i, text.charCodeAt(i));
  };
  word(0, 'RIFF');
  view.setUint32(4, 36 + length, true);
  word(8, 'WAVE');
  word(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, length, true);
  let offset = HEADER;
  for (const chunk of chunks) {
    // WAV is little-endian, and so is every machine that runs a browser.
    bytes.set(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength), offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

export interface Wav {
  sampleRate: number;
  channels: number;
  samples: Int16Array;
}

/** Reads a 16-bit PCM WAV file; undefined for any other file. */
export function decodeWav(bytes: Uint8Array): Wav | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (bytes.length < HEADER || word(0) !== 'RIFF' || word(8) !== 'WAVE') return;
  let format: { sampleRate: number; channels: number } | undefined;
  for (let offset = 12; offset + 8 <= bytes.length;) {
    const size = view.getUint32(offset + 4, true);
    const body = offset + 8;
    if (word(offset) === 'fmt ' && body + 16 <= bytes.length) {
      const isPcm16 = view.getUint16(body, true) === 1 && view.getUint16(body + 14, true) === 16;
      if (!isPcm16) return;
      format = {
        channels: view.getUint16(body + 2, true),
        sampleRate: view.getUint32(body + 4, true),
      };
    }
    if (word(offset) === 'data' && format) {
      const end = Math.min(body + size, bytes.length);
      const data = bytes.slice(body, body + ((end - body) & ~1));
      return { ...format, samples: new Int16Array(data.buffer) };
    }
    offset = body + size + (size % 2);
  }
  return undefined;
}
