/** What the backends of this library hear: 16 kHz, mono, 16 bits. */
export const CAPTURE_RATE = 16_000;
/** What they speak with unless they announce another rate. */
export const PLAYBACK_RATE = 24_000;

const FULL_SCALE = 32_768;

/** Converts one sample; what is too loud is clipped instead of wrapping around. */
export function toInt16(sample: number): number {
  const scaled = Math.round(sample * FULL_SCALE);
  return scaled > 32_767 ? 32_767 : scaled < -32_768 ? -32_768 : scaled;
}

export function toFloat(sample: number): number {
  return sample / FULL_SCALE;
}

export function floatsToInt16(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, toInt16);
}

/** Root mean square of 16-bit samples as a share of full scale, 0 to 1. */
export function levelOf(samples: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i]! ** 2;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length) / FULL_SCALE;
}

/**
 * Turns a byte stream that is cut anywhere into whole 16-bit little-endian samples. A chunk of odd
 * length keeps its last byte for the next one: dropping it would turn all that follows into noise.
 */
export class PcmAssembler {
  #carry: number | undefined;

  push(bytes: Uint8Array): Int16Array<ArrayBuffer> {
    const carried = this.#carry === undefined ? 0 : 1;
    const length = bytes.length + carried;
    const samples = new Int16Array(length >> 1);
    const target = new Uint8Array(samples.buffer);
    const whole = bytes.subarray(0, target.length - carried);
    if (this.#carry !== undefined && target.length > 0) target[0] = this.#carry;
    target.set(whole, target.length > 0 ? carried : 0);
    if (length % 2 === 1) this.#carry = bytes.length > 0 ? bytes[bytes.length - 1] : this.#carry;
    else this.#carry = undefined;
    return isLittleEndian ? samples : swapBytes(samples);
  }

  /** Forgets half a sample; call it between two turns. */
  reset(): void {
    this.#carry = undefined;
  }
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function swapBytes(samples: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer> {
  return samples.map((sample) => (sample << 8) | ((sample >> 8) & 0xff));
}
