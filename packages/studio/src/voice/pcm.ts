/** Writes samples as Base64, 16 bit and little-endian. */
export function toBase64(samples: Int16Array): string {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Reads samples between -1 and 1 from Base64; half a sample at the end is dropped. */
export function toFloats(base64: string): Float32Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const floats = new Float32Array(bytes.length >> 1);
  for (let at = 0; at < floats.length; at += 1) floats[at] = view.getInt16(at * 2, true) / 32_768;
  return floats;
}

/** Reads the rate of `audio/pcm;rate=24000`. */
export function readRate(mimeType: string): number {
  return Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? 24_000);
}
