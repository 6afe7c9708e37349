/** Gives the SHA-256 of a text's UTF-8 bytes as 64 hex digits. */
export type Sha256 = (text: string) => string;

let fastest: Sha256 = sha256InJavaScript;

/** Sets a faster implementation for the whole process, such as Node's; the digests are the same. */
export function useSha256(implementation: Sha256): void {
  fastest = implementation;
}

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256(text: string): string {
  return fastest(text);
}

/** The implementation that needs nothing but the language (FIPS 180-4). */
export function sha256InJavaScript(text: string): string {
  const words = padded(new TextEncoder().encode(text));
  const state = initialState.slice();
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < words.length; offset += 16) compress(state, schedule, words, offset);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The first 32 bits of the fractional parts of a root of each of the first primes: where the constants come from. */
function primeFractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}

const initialState = primeFractions(8, Math.sqrt);
const roundConstants = primeFractions(64, Math.cbrt);

/** The bytes, a one bit, zeros, and the length in bits, as big-endian words in blocks of sixteen. */
function padded(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const buffer = new Uint8Array(blocks * 64);
  buffer.set(bytes);
  buffer[bytes.length] = 0x80;
  const view = new DataView(buffer.buffer);
  view.setUint32(buffer.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(buffer.length - 4, (bytes.length << 3) >>> 0);
  return Uint32Array.from({ length: blocks * 16 }, (_, index) => view.getUint32(index * 4));
}

function compress(state: Uint32Array, w: Uint32Array, words: Uint32Array, offset: number): void {
  for (let i = 0; i < 16; i += 1) w[i] = at(words, offset + i);
  for (let i = 16; i < 64; i += 1) {
    const early = at(w, i - 15);
    const late = at(w, i - 2);
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + at(roundConstants, i) + at(w, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + s0 + majority) | 0];
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = at(state, i) + (mixed[i] ?? 0);
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}
