import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { projectErrors } from '../project-errors.js';
import type { Environment } from '../project-io.js';

/** A program that speaks or listens. */
export interface SpeechProgram {
  readonly program: string;
  readonly env: Environment;
}

/** One run of a program. */
export interface SpeechRun {
  readonly args: readonly string[];
  /** Text for its standard input. */
  readonly input: string;
  readonly maxOutputBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const STDERR_CHARS = 2_000;

/** Runs a program without a shell, and yields what it writes; it ends with the signal, the time limit, or the reader. */
export async function* runSpeechProgram(
  { program, env }: SpeechProgram,
  { args, input, maxOutputBytes, timeoutMs, signal }: SpeechRun,
): AsyncGenerator<Buffer> {
  signal.throwIfAborted();
  const limit = AbortSignal.timeout(timeoutMs);
  const child = spawn(program, [...args], { env: { PATH: env['PATH'] }, shell: false, windowsHide: true });
  const stop = () => void child.kill('SIGKILL');
  for (const each of [signal, limit]) each.addEventListener('abort', stop, { once: true });
  const ended = untilEnded(child);
  try {
    // A program that is gone does not read what it is given.
    child.stdin.on('error', () => undefined).end(input);
    let bytes = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxOutputBytes) throw failed(program, `it wrote more than ${maxOutputBytes} bytes`);
      yield chunk;
    }
    const problem = await ended;
    signal.throwIfAborted();
    if (limit.aborted) throw failed(program, `it took longer than ${timeoutMs} ms`);
    if (problem === 'ENOENT') throw projectErrors.create('PROJECT_SPEECH_PROGRAM_MISSING', { program });
    if (problem !== '') throw failed(program, problem);
  } finally {
    stop();
    for (const each of [signal, limit]) each.removeEventListener('abort', stop);
  }
}

/** Resolves with what went wrong, or with nothing. */
function untilEnded(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-STDERR_CHARS)));
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ENOENT' ? 'ENOENT' : error.message));
    child.once('close', (code) => resolve(code === 0 ? '' : said.trim() || `it ended with ${code ?? 'a signal'}`));
  });
}

function failed(program: string, problem: string): Error {
  return projectErrors.create('PROJECT_SPEECH_FAILED', { program, problem });
}
