import type { AudioFormat } from '../playback-clock.js';
import { toFields, toText, type Fields } from '../read-field.js';

const pcm: AudioFormat = Object.freeze({ mimeType: 'audio/pcm;rate=24000', bytesPerMs: 48 });

/** Formats by today's and by older names. */
const formats: Readonly<Record<string, AudioFormat>> = Object.freeze({
  'audio/pcm': pcm,
  pcm16: pcm,
  'audio/pcmu': Object.freeze({ mimeType: 'audio/pcmu;rate=8000', bytesPerMs: 8 }),
  g711_ulaw: Object.freeze({ mimeType: 'audio/pcmu;rate=8000', bytesPerMs: 8 }),
  'audio/pcma': Object.freeze({ mimeType: 'audio/pcma;rate=8000', bytesPerMs: 8 }),
  g711_alaw: Object.freeze({ mimeType: 'audio/pcma;rate=8000', bytesPerMs: 8 }),
});

/** Reads the format of the model's audio from the settings of a session; undefined where they do not say. */
export function readAudioFormat(session: Fields): AudioFormat | undefined {
  const format = toFields(toFields(toFields(session['audio'])['output'])['format']);
  const name = toText(format['type']) || toText(session['output_audio_format']);
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

export const defaultAudioFormat = pcm;
