import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpeechToText } from '@helve/agent';
import { projectErrors } from '../project-errors.js';
import type { Environment } from '../project-io.js';
import { runSpeechProgram } from './run-speech-program.js';

export const pocketsphinxProgram = 'pocketsphinx_continuous';

const sampleRate = 16_000;
/** A minute of sound. */
const MAX_BYTES = 60 * sampleRate * 2;
/** Silence around an utterance, which the program wants to hear. */
const silence = Buffer.alloc(sampleRate / 2);

/** A port that has something to clean up. */
export interface OpenedSpeechToText extends SpeechToText {
  close(): Promise<void>;
}

/**
 * The ears of the program pocketsphinx, in English. It reads each utterance from a file of its own, which is deleted at once.
 * With phrases it understands these and nothing else, and these well.
 */
export async function openPocketsphinx(env: Environment, phrases: readonly string[]): Promise<OpenedSpeechToText> {
  const program = { program: pocketsphinxProgram, env };
  const folder = await mkdtemp(join(tmpdir(), 'helve-voice-'));
  const grammar = join(folder, 'phrases.gram');
  if (phrases.length > 0) await writeFile(grammar, toGrammar(phrases), { mode: 0o600 });
  const hints = phrases.length === 0 ? [] : ['-jsgf', grammar];
  return Object.freeze({
    name: 'pocketsphinx',
    sampleRate,
    async transcribe(audio: AsyncIterable<Uint8Array>, signal: AbortSignal) {
      const file = join(folder, `${randomUUID()}.raw`);
      try {
        await writeFile(file, await collect(audio), { mode: 0o600, flag: 'wx' });
        const args = ['-infile', file, '-logfn', '/dev/null', ...hints];
        const run = { args, input: '', maxOutputBytes: 64 * 1024, timeoutMs: 20_000, signal };
        const found: Buffer[] = [];
        for await (const chunk of runSpeechProgram(program, run)) found.push(chunk);
        return Buffer.concat(found).toString('utf8').replaceAll(/\s+/g, ' ').trim();
      } finally {
        await rm(file, { force: true });
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  });
}

async function collect(audio: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [silence];
  let bytes = 0;
  for await (const piece of audio) {
    bytes += piece.byteLength;
    if (bytes <= MAX_BYTES) pieces.push(piece);
  }
  return Buffer.concat([...pieces, silence]);
}

/** Writes a grammar of these phrases; words have letters and apostrophes only, since everything else is syntax. */
function toGrammar(phrases: readonly string[]): string {
  const lines = phrases.map((phrase) =>
    phrase
      .toLowerCase()
      .replaceAll(/[^a-z' ]+/g, ' ')
      .trim(),
  );
  if (lines.includes('')) {
    throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem: 'a phrase of `voice.phrases` has no words' });
  }
  return `#JSGF V1.0;\ngrammar phrases;\npublic <phrase> = ${lines.join(' | ')};\n`;
}
