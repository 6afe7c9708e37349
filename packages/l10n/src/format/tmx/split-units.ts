import { limitError } from '../format-error.js';
import type { TextSource } from '../text/open-text.js';
import { markupEnd, tagName } from './tag-end.js';

/** A section of a TMX file; the index is that of its first character. */
export interface TmxSection {
  /** The part before the units, one unit, or the part after them. */
  readonly kind: 'head' | 'unit' | 'tail';
  readonly text: string;
  readonly index: number;
}

/** An unexpected section, with its problem. */
export interface StraySection {
  readonly kind: 'stray';
  readonly problem: string;
  readonly index: number;
}

/** Maximum size of a unit, and of the parts around the units. */
const maxPieceChars = 4 * 2 ** 20;

/** Maximum length of an end tag. */
const maxTagChars = 1024;

/**
 * Splits a TMX file into its units, without holding more of it than one of them.
 *
 *     <?xml …?><tmx><header/><body>│<tu>…</tu>│<tu>…</tu>│</body></tmx>
 *                head              │   unit   │   unit   │    tail
 */
export async function* splitUnits(
  text: TextSource,
  file: string,
): AsyncGenerator<readonly (TmxSection | StraySection)[]> {
  const cutter = new UnitSplitter(file);
  for await (const chunk of text.chunks()) yield [...cutter.take(chunk.text)];
  yield [...cutter.end()];
}

class UnitSplitter {
  readonly #file: string;
  #text = '';
  /** Index of the first character in memory. */
  #index = 0;
  #state: TmxSection['kind'] = 'head';
  /** Position up to which the text was scanned; the second one applies where comments had to be skipped. */
  #seen = 0;
  #walked = 0;
  #name = '';
  #closer = /(?!)/gu;

  constructor(file: string) {
    this.#file = file;
  }

  *take(text: string): Generator<TmxSection | StraySection> {
    this.#text += text;
    if (this.#state === 'head') yield* this.#head();
    if (this.#state === 'unit') yield* this.#units();
    if (this.#text.length > maxPieceChars) throw limitError(this.#file, 'the length of a unit', maxPieceChars);
  }

  *end(): Generator<TmxSection | StraySection> {
    const piece = { kind: this.#state, text: this.#text, index: this.#index };
    if (this.#state !== 'unit') yield piece;
    else if (this.#text.trim() === '') yield this.#stray('the file ends before </body>', this.#text.length);
    // Truncated: its reader reports what is missing.
    else yield piece;
  }

  /** Yields everything up to the start tag of the body. */
  *#head(): Generator<TmxSection> {
    for (;;) {
      const start = this.#text.indexOf('<', this.#seen);
      const end = start < 0 ? -1 : markupEnd(this.#text, start);
      if (end < 0) return;
      this.#seen = end;
      if (localName(tagName(this.#text, start)) !== 'body' || this.#text.startsWith('</', start)) continue;
      yield this.#cut('head', 0, end);
      this.#state = this.#text.charCodeAt(end - 2) === 0x2f ? 'tail' : 'unit';
      this.#drop(end);
      return;
    }
  }

  *#units(): Generator<TmxSection | StraySection> {
    const text = this.#text;
    let at = 0;
    for (;;) {
      const start = afterSpace(text, at);
      const end = start === text.length ? -1 : this.#pieceEnd(start);
      if (this.#state === 'tail' || end < 0) break;
      if (text.charCodeAt(start + 1) !== 0x21 && text.charCodeAt(start + 1) !== 0x3f) {
        yield this.#isUnit(start) ? this.#cut('unit', start, end) : this.#strayAt(start);
      }
      at = end;
      this.#seen = 0;
      this.#walked = 0;
    }
    this.#drop(afterSpace(text, at));
  }

  /** Returns the position after a unit, a comment or an instruction; -1 when it is incomplete. */
  #pieceEnd(start: number): number {
    const text = this.#text;
    if (text.charCodeAt(start) !== 0x3c) return text.indexOf('<', start);
    if (text.length - start < 4) return -1;
    if (text.startsWith('</', start)) {
      this.#state = 'tail';
      return start;
    }
    const second = text.charCodeAt(start + 1);
    if (second === 0x21 || second === 0x3f || !this.#isUnit(start)) return markupEnd(text, start);
    return this.#unitEnd(start);
  }

  /** Finds the end tag of a unit: the next one, unless it is in a comment, a section or an instruction. */
  #unitEnd(start: number): number {
    const text = this.#text;
    const open = markupEnd(text, start);
    if (open < 0 || text.charCodeAt(open - 2) === 0x2f) return open;
    const name = tagName(text, start);
    const closer = this.#closerOf(name);
    closer.lastIndex = Math.max(open, this.#seen);
    const found = closer.test(text);
    // The end tag may have started already.
    if (!found) this.#seen = Math.max(open, text.length - maxTagChars);
    const end = closer.lastIndex;
    if (!found || !hasAside(text, open, end)) return found ? end : -1;
    return this.#walk(open, name);
  }

  /** Walks from tag to tag, skipping everything else. */
  #walk(from: number, name: string): number {
    const text = this.#text;
    let at = Math.max(from, this.#walked);
    for (at = text.indexOf('<', at); at >= 0; at = text.indexOf('<', at)) {
      this.#walked = at;
      const end = markupEnd(text, at);
      if (end < 0 || (text.startsWith('</', at) && tagName(text, at) === name)) return end;
      at = end;
    }
    return -1;
  }

  #closerOf(name: string): RegExp {
    if (name !== this.#name) {
      this.#name = name;
      this.#closer = new RegExp(String.raw`</${name.replaceAll('.', String.raw`\.`)}\s*>`, 'gu');
    }
    return this.#closer;
  }

  #isUnit(start: number): boolean {
    const name = tagName(this.#text, start);
    return name === 'tu' || /^[\w.-]+:tu$/u.test(name);
  }

  #strayAt(start: number): StraySection {
    const name = this.#text.charCodeAt(start) === 0x3c ? tagName(this.#text, start) : '';
    const problem = name === '' ? 'there is text between the units' : `found <${name}> where a <tu> is expected`;
    return this.#stray(problem, start);
  }

  #stray(problem: string, at: number): StraySection {
    return { kind: 'stray', problem, index: this.#index + at };
  }

  #cut(kind: TmxSection['kind'], start: number, end: number): TmxSection {
    return { kind, text: this.#text.slice(start, end), index: this.#index + start };
  }

  #drop(count: number): void {
    this.#text = this.#text.slice(count);
    this.#index += count;
    this.#seen = Math.max(0, this.#seen - count);
    this.#walked = Math.max(0, this.#walked - count);
  }
}

/** Returns a name without its prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function hasAside(text: string, start: number, end: number): boolean {
  const piece = text.slice(start, end);
  return piece.includes('<!') || piece.includes('<?');
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    at += 1;
  }
  return at;
}
