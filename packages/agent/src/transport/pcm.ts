/** Samples of 16 bit, one channel. */
export type Samples = Int16Array<ArrayBuffer>;

/** Reads PCM from bytes; half a sample at the end is dropped. */
export function toSamples(bytes: Uint8Array): Samples {
  const samples = new Int16Array(bytes.byteLength >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < samples.length; at += 1) samples[at] = view.getInt16(at * 2, true);
  return samples;
}

/** Writes PCM as bytes. */
export function toBytes(samples: Samples): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [at, sample] of samples.entries()) view.setInt16(at * 2, sample, true);
  return bytes;
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Reads the rate of `audio/pcm;rate=16000`; undefined for audio of another kind. */
export function readRate(mimeType: string): number | undefined {
  const rate = /^audio\/(?:pcm|l16)\s*;(?:.*;)?\s*rate=(\d{4,6})\s*(?:;|$)/i.exec(mimeType)?.[1];
  return rate === undefined ? undefined : Number(rate);
}

/** Converts a stream of samples to another rate, by straight lines between them. */
export class Resampler {
  readonly #step: number;
  /** Place of the next sample in the input, counted from the first sample of the next piece. */
  #at = 0;
  #last = 0;

  constructor(from: number, to: number) {
    this.#step = from / to;
  }

  convert(samples: Samples): Samples {
    if (this.#step === 1 || samples.length === 0) return samples;
    const out = new Int16Array(Math.max(0, Math.ceil((samples.length - 1 - this.#at) / this.#step)));
    for (let index = 0; index < out.length; index += 1) {
      const place = this.#at + index * this.#step;
      const before = Math.floor(place);
      const a = before < 0 ? this.#last : (samples[before] ?? 0);
      const b = samples[before + 1] ?? 0;
      out[index] = Math.round(a + (b - a) * (place - before));
    }
    this.#at += out.length * this.#step - samples.length;
    this.#last = samples.at(-1) ?? 0;
    return out;
  }
}
