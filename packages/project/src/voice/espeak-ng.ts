import type { TextToSpeech } from '@helve/agent';
import type { Environment } from '../project-io.js';
import { runSpeechProgram } from './run-speech-program.js';

const sampleRate = 22_050;
/** Length of the header before the samples. */
const HEADER_BYTES = 44;
/** 100 ms: an interruption drops whole pieces. */
const PIECE_BYTES = 4_410;
const MAX_CHARS = 2_000;
/** Two minutes of sound. */
const MAX_BYTES = 120 * sampleRate * 2;

/** A voice of the program espeak-ng, which gets each text on its standard input. */
export function espeakNg(env: Environment, voice: string): TextToSpeech {
  const program = { program: 'espeak-ng', env };
  return Object.freeze({
    name: program.program,
    sampleRate,
    async *speak(text: string, signal: AbortSignal) {
      // It would read a tag or a phoneme in brackets as a command.
      const input = text.slice(0, MAX_CHARS).replaceAll(/[<>[\]]/g, ' ');
      const args = ['-v', voice, '-s', '165', '-b', '1', '--stdin', '--stdout'];
      const run = { args, input, maxOutputBytes: MAX_BYTES, timeoutMs: 20_000, signal };
      let rest: Buffer = Buffer.alloc(0);
      let skipped = 0;
      for await (const chunk of runSpeechProgram(program, run)) {
        const header = Math.min(HEADER_BYTES - skipped, chunk.length);
        skipped += header;
        rest = Buffer.concat([rest, chunk.subarray(header)]);
        for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES);
      }
      if (rest.length > 1) yield rest.subarray(0, rest.length - (rest.length % 2));
    },
  });
}
