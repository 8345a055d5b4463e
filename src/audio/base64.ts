/** Bytes per call of `String.fromCharCode`: the number of arguments is limited. */
const BLOCK = 0x2000;

interface NativeBase64 {
  toBase64?(): string;
}
interface NativeBase64Constructor {
  fromBase64?(
    text: string,
    options?: { alphabet: 'base64' | 'base64url' },
  ): Uint8Array<ArrayBuffer>;
}

export function encodeBase64(bytes: Uint8Array): string {
  const native = bytes as NativeBase64;
  if (native.toBase64) return native.toBase64();
  const blocks: string[] = [];
  for (let i = 0; i < bytes.length; i += BLOCK) {
    blocks.push(String.fromCharCode(...bytes.subarray(i, i + BLOCK)));
  }
  return btoa(blocks.join(''));
}

/** Reads both alphabets, with or without padding. Throws a `SyntaxError` for anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = /[-_]/.test(text) ? text.replaceAll('-', '+').replaceAll('_', '/') : text;
  const native = Uint8Array as unknown as NativeBase64Constructor;
  if (native.fromBase64) return native.fromBase64(plain);
  let binary: string;
  try {
    binary = atob(plain);
  } catch (cause) {
    throw new SyntaxError('Not base64.', { cause });
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
