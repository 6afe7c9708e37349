import type { JsonObject } from '@helve/core';
import { toFields, toText, type Fields } from '../read-field.js';
import { fromBase64, readRate, Resampler, toBase64, toBytes, toSamples } from '../pcm.js';

/** Samples per second of the PCM that the provider hears. */
const HEARD_HZ = 24_000;

/** Sound on its way to the provider, which hears PCM at one rate only. */
export class RealtimeMicrophone {
  #isPcm = true;
  #resampler: { readonly rate: number; readonly converter: Resampler } | undefined;

  /** Takes note of the format that a session was told to hear. */
  read(session: Fields): void {
    const input = toFields(toFields(session['audio'])['input']);
    const name = toText(toFields(input['format'])['type']) || toText(session['input_audio_format']);
    if (name !== '') this.#isPcm = name === 'audio/pcm' || name === 'pcm16';
  }

  /** Builds the event that sends a piece of sound, at the rate that is heard. */
  append(audio: string, mimeType = ''): JsonObject {
    const rate = readRate(mimeType);
    const isFine = !this.#isPcm || rate === undefined || rate === HEARD_HZ;
    return { type: 'input_audio_buffer.append', audio: isFine ? audio : this.#convert(audio, rate) };
  }

  #convert(audio: string, rate: number): string {
    if (this.#resampler?.rate !== rate) this.#resampler = { rate, converter: new Resampler(rate, HEARD_HZ) };
    return toBase64(toBytes(this.#resampler.converter.convert(toSamples(fromBase64(audio)))));
  }
}
