import type { Terminal } from './terminal.js';

/** Whether somebody sits at the terminal: nothing waits for an answer that nobody can type. */
export function isInteractive({ io }: Pick<Terminal, 'io'>): boolean {
  return io.stderr.isTTY === true && Reflect.get(io.stdin, 'isTTY') === true;
}

/** A person's answer to a question with two; anything but a yes is a no. It is asked also where quiet is wanted. */
export async function askPerson({ io }: Pick<Terminal, 'io'>, question: string): Promise<boolean> {
  io.stderr.write(`${question} [y/N] `);
  return /^y(?:es)?$/i.test((await firstLine(io.stdin)).trim());
}

async function firstLine(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
