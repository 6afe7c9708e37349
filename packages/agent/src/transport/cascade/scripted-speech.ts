import type { SpeechToText, TextToSpeech } from '../../contract/speech.js';
import { toBytes } from '../pcm.js';

const sampleRate = 16_000;
/** Time in which one letter is said. */
const LETTER_MS = 40;
const TONE_HZ = 220;
const LOUDNESS = 8_000;

/**
 * Stands in for speech recognition where none is installed: it understands nothing, and returns these lines in turn, one for
 * each utterance.
 */
export function scriptedSpeechToText(lines: readonly string[]): SpeechToText {
  let next = 0;
  return Object.freeze({
    name: 'scripted',
    sampleRate,
    async transcribe(audio: AsyncIterable<Uint8Array>) {
      for await (const _ of audio);
      const line = lines[next % Math.max(1, lines.length)] ?? '';
      next += 1;
      return line;
    },
  });
}

/** Stands in for a voice where none is installed: a tone that is as long as the text. */
export function scriptedTextToSpeech(): TextToSpeech {
  return Object.freeze({
    name: 'scripted',
    sampleRate,
    async *speak(text: string) {
      const tone = toTone(LETTER_MS);
      for (const _ of text) yield tone;
    },
  });
}

function toTone(ms: number): Uint8Array {
  const samples = new Int16Array((sampleRate * ms) / 1_000);
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = Math.round(Math.sin((2 * Math.PI * TONE_HZ * at) / sampleRate) * LOUDNESS);
  }
  return toBytes(samples);
}
