import type { Terminal } from './terminal.js';
import { readTypedLine } from './typed-lines.js';

/** True when a person sits at the terminal: nothing waits for an answer that nobody can type. */
export function isInteractive({ io }: Pick<Terminal, 'io'>): boolean {
  return io.stderr.isTTY === true && io.stdin.isTTY === true;
}

/** A person's answer to a question with two; anything but a yes is a no. It is asked also where quiet is wanted. */
export async function askPerson({ io }: Pick<Terminal, 'io'>, question: string): Promise<boolean> {
  io.stderr.write(`${question} [y/N] `);
  return /^y(?:es)?$/i.test(((await readTypedLine(io)) ?? '').trim());
}
