import { TextDecoder } from 'node:util';
import type { Layer } from '@helve/flow';

/** A line and column as editors count them: both from 1, columns in code points. */
export interface FileLine {
  readonly line: number;
  readonly column: number;
}

/** Finds the lines of byte offsets in a file, which is read once and only up to the last offset. */
export async function linesAt(
  bytes: AsyncIterable<Uint8Array>,
  form: Pick<Layer, 'encoding' | 'lineBreak'>,
  offsets: Iterable<number>,
): Promise<ReadonlyMap<number, FileLine>> {
  const wanted = [...new Set(offsets)].toSorted((one, other) => one - other);
  const found = new Map<number, FileLine>();
  const counter = new LineCounter(form);
  let from = 0;
  for await (const chunk of bytes) {
    let at = 0;
    for (let next = wanted[found.size]; next !== undefined && next <= from + chunk.length; next = wanted[found.size]) {
      counter.pass(chunk.subarray(at, next - from));
      at = next - from;
      found.set(next, counter.here());
    }
    if (found.size === wanted.length) break;
    counter.pass(chunk.subarray(at));
    from += chunk.length;
  }
  return found;
}

class LineCounter {
  readonly #decoder: TextDecoder;
  readonly #lineEnd: string;
  #line = 1;
  #column = 1;

  constructor({ encoding, lineBreak }: Pick<Layer, 'encoding' | 'lineBreak'>) {
    this.#decoder = new TextDecoder(encoding);
    this.#lineEnd = lineBreak === 'cr' ? '\r' : '\n';
  }

  pass(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    let from = 0;
    for (let at = text.indexOf(this.#lineEnd); at >= 0; at = text.indexOf(this.#lineEnd, from)) {
      this.#line += 1;
      this.#column = 1;
      from = at + 1;
    }
    for (const _ of text.slice(from)) this.#column += 1;
  }

  here(): FileLine {
    return { line: this.#line, column: this.#column };
  }
}
