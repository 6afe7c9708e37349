import { setImmediate } from 'node:timers/promises';

/** Texts with more characters are worked on in turns. */
const LONG_CHARS = 65_536;

/** True for texts that take so long that other work must go on meanwhile. */
export function areLong(texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) > LONG_CHARS;
}

/** Lets other work go on; throws once the signal aborts. */
export async function nextTurn(signal: AbortSignal): Promise<undefined> {
  await setImmediate();
  signal.throwIfAborted();
}
