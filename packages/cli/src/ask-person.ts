import { Readable } from 'node:stream';
import type { Terminal } from './terminal.js';

/** True when a person sits at the terminal: nothing waits for an answer that nobody can type. */
export function isInteractive({ io }: Pick<Terminal, 'io'>): boolean {
  return io.stderr.isTTY === true && io.stdin.isTTY === true;
}

/** A person's answer to a question with two; anything but a yes is a no. It is asked also where quiet is wanted. */
export async function askPerson({ io }: Pick<Terminal, 'io'>, question: string): Promise<boolean> {
  io.stderr.write(`${question} [y/N] `);
  return /^y(?:es)?$/i.test((await firstLine(io.stdin, io.signal)).trim());
}

/** The first line that comes; nothing if whoever should type it ends the process instead. */
async function firstLine(stream: AsyncIterable<Uint8Array | string>, signal: AbortSignal): Promise<string> {
  const chunks = stream[Symbol.asyncIterator]();
  const interrupted = new Promise<{ readonly done: true }>((resolve) => {
    const stop = () => {
      // A stream that is still read would keep the process.
      if (stream instanceof Readable) stream.destroy();
      resolve({ done: true });
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  let text = '';
  while (!text.includes('\n')) {
    const next = await Promise.race([chunks.next(), interrupted]);
    if (next.done === true) break;
    text += typeof next.value === 'string' ? next.value : Buffer.from(next.value).toString('utf8');
  }
  if (!signal.aborted) await chunks.return?.();
  return signal.aborted ? '' : (text.split('\n')[0] ?? '');
}
