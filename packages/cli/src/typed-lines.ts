import type { Io } from './io.js';
import { readLines } from './read-lines.js';

/** The lines that somebody types, for all who ask: one that nobody waits for any more is for the next. */
class TypedLines {
  readonly #lines: AsyncIterator<string>;
  #coming: Promise<IteratorResult<string>> | undefined;

  constructor({ stdin, signal }: Pick<Io, 'stdin' | 'signal'>) {
    this.#lines = readLines(stdin, signal);
  }

  async next(signal?: AbortSignal): Promise<string | undefined> {
    const coming = (this.#coming ??= this.#lines.next());
    const line = await (signal === undefined ? coming : Promise.race([coming, aborted(signal)]));
    if (line === undefined) return undefined;
    this.#coming = undefined;
    return line.done === true ? undefined : line.value;
  }
}

const byInput = new WeakMap<object, TypedLines>();

/** Reads the next line that is typed; undefined at the end of the input, and when one of the signals fires. */
export function readTypedLine(io: Pick<Io, 'stdin' | 'signal'>, signal?: AbortSignal): Promise<string | undefined> {
  const { stdin } = io;
  const lines = byInput.get(stdin) ?? new TypedLines(io);
  byInput.set(stdin, lines);
  return lines.next(signal);
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
