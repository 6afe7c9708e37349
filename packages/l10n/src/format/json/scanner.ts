import { limitError } from '../format-error.js';
import type { TextChunk } from '../text/text-chunk.js';
import { SourceFault } from '../text/source-fault.js';

const maxStringLength = 16 * 1024 * 1024;
const maxWordLength = 1024;
const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/u;

/** A syntax error, with its position in UTF-16 units. */
export class JsonFault extends SourceFault {}

/** A string of the file. */
export interface ScannedString {
  /** With its quotes. */
  readonly raw: string;
  readonly escaped: boolean;
  readonly index: number;
  /** The byte range from the first quote to after the last. */
  readonly start: number;
  readonly end: number;
}

/** Receives the tokens of a scanner, in order. */
export interface JsonListener {
  /** Brackets and words come with their positions, in UTF-16 units. */
  open(kind: 'object' | 'array', index: number): void;
  close(index: number): void;
  key(raw: string, escaped: boolean, index: number): void;
  string(value: ScannedString): void;
  /** A number, `true`, `false` or `null`. */
  word(raw: string, index: number): void;
}

type Want = 'value' | 'value-or-end' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/**
 * Scans JSON with comments and trailing commas in pieces, and holds no more than the token at the end of a piece:
 *
 *     {"a": "on|e", "b": 2}     the second piece restarts at the quote, but continues to look from the end of the first
 */
export class JsonScanner {
  readonly #listener: JsonListener;
  readonly #maxDepth: number;
  readonly #file: string;
  readonly #open: ('object' | 'array')[] = [];
  #want: Want = 'value';
  #comment: 'none' | 'line' | 'block' = 'none';
  #text = '';
  #chunk: TextChunk | undefined;
  #kept = 0;
  #keptByte = 0;
  /** Number of units before the window. */
  #passed = 0;
  #resume = 0;

  constructor(listener: JsonListener, maxDepth: number, file: string) {
    this.#listener = listener;
    this.#maxDepth = maxDepth;
    this.#file = file;
  }

  feed(chunk: TextChunk): void {
    this.#kept = this.#text.length;
    this.#text = this.#kept === 0 ? chunk.text : this.#text + chunk.text;
    this.#chunk = chunk;
    this.#scan(false);
  }

  end(): void {
    this.#scan(true);
    const at = this.#passed + this.#text.length;
    if (this.#comment === 'block') throw new JsonFault('a comment is not closed', at);
    if (this.#want !== 'nothing') throw new JsonFault('the file ends too early', at);
  }

  #scan(last: boolean): void {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const next = this.#comment === 'none' ? this.#token(at, last) : this.#skipComment(at);
      if (next < 0) break;
      at = next;
    }
    this.#keep(at, last);
  }

  /** Keeps the rest, which starts with a token or is empty. */
  #keep(at: number, last: boolean): void {
    if (at < this.#text.length) {
      if (last) throw new JsonFault('the file ends too early', this.#passed + this.#text.length);
      this.#keptByte = this.#byteAt(at);
    }
    this.#passed += at;
    this.#text = this.#text.slice(at);
  }

  #byteAt(index: number): number {
    if (index < this.#kept) return this.#keptByte;
    return this.#chunk?.byteAt(index - this.#kept) ?? 0;
  }

  /** Handles the token at a position and returns the position after it, or -1 when more text is needed. */
  #token(at: number, last: boolean): number {
    switch (this.#text.charCodeAt(at)) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        return at + 1;
      case 0x22:
        return this.#string(at);
      case 0x2c:
        return this.#comma(at);
      case 0x3a:
        this.#expect('colon', at);
        this.#want = 'value';
        return at + 1;
      case 0x7b:
        return this.#begin('object', at);
      case 0x5b:
        return this.#begin('array', at);
      case 0x7d:
        return this.#finish('object', at);
      case 0x5d:
        return this.#finish('array', at);
      case 0x2f:
        return this.#beginComment(at, last);
      default:
        return this.#word(at, last);
    }
  }

  #string(at: number): number {
    const text = this.#text;
    let escaped = this.#resume > 0 && text.slice(0, this.#resume).includes('\\');
    let end = at + Math.max(1, this.#resume);
    for (; ; end += 1) {
      if (end >= text.length) return this.#wait(at, end);
      const code = text.charCodeAt(end);
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        if (end + 1 >= text.length) return this.#wait(at, end);
        end += 1;
      } else if (code < 0x20) throw this.#fault('a string contains a control character', end);
    }
    this.#resume = 0;
    this.#deliver(at, end + 1, escaped);
    return end + 1;
  }

  /** Waits for more text; the search continues from `end`. */
  #wait(at: number, end: number): number {
    if (end - at > maxStringLength) throw limitError(this.#file, 'the length of a string', maxStringLength);
    this.#resume = end - at;
    return -1;
  }

  #deliver(at: number, end: number, escaped: boolean): void {
    const raw = this.#text.slice(at, end);
    const index = this.#passed + at;
    if (this.#want === 'key-or-end') {
      this.#want = 'colon';
      this.#listener.key(raw, escaped, index);
      return;
    }
    this.#expectValue(at);
    this.#afterValue();
    this.#listener.string({ raw, escaped, index, start: this.#byteAt(at), end: this.#byteAt(end) });
  }

  #word(at: number, last: boolean): number {
    const text = this.#text;
    let end = at;
    while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1;
    if (end === text.length && !last && end - at < maxWordLength) return -1;
    const raw = text.slice(at, end);
    if (!word.test(raw))
      throw this.#fault(raw === '' ? `"${text.charAt(at)}" is unexpected` : `"${raw}" is not a value`, at);
    this.#expectValue(at);
    this.#afterValue();
    this.#listener.word(raw, this.#passed + at);
    return end;
  }

  #begin(kind: 'object' | 'array', at: number): number {
    this.#expectValue(at);
    if (this.#open.length >= this.#maxDepth) throw limitError(this.#file, 'the depth', this.#maxDepth);
    this.#open.push(kind);
    this.#want = kind === 'object' ? 'key-or-end' : 'value-or-end';
    this.#listener.open(kind, this.#passed + at);
    return at + 1;
  }

  #finish(kind: 'object' | 'array', at: number): number {
    const mayEnd = this.#want === 'comma-or-end' || this.#want === 'key-or-end' || this.#want === 'value-or-end';
    if (!mayEnd || this.#open.at(-1) !== kind) throw this.#fault(`"${this.#text.charAt(at)}" is unexpected`, at);
    this.#open.pop();
    this.#afterValue();
    this.#listener.close(this.#passed + at);
    return at + 1;
  }

  /** Handles a comma, which may precede the end: many tools allow it. */
  #comma(at: number): number {
    this.#expect('comma-or-end', at);
    this.#want = this.#open.at(-1) === 'object' ? 'key-or-end' : 'value-or-end';
    return at + 1;
  }

  #beginComment(at: number, last: boolean): number {
    if (at + 1 >= this.#text.length && !last) return -1;
    const second = this.#text.charAt(at + 1);
    if (second !== '/' && second !== '*') throw this.#fault('"/" is unexpected', at);
    this.#comment = second === '/' ? 'line' : 'block';
    return at + 2;
  }

  #skipComment(at: number): number {
    if (this.#comment === 'line') {
      const end = this.#text.slice(at).search(/[\n\r]/u);
      if (end < 0) return this.#text.length;
      this.#comment = 'none';
      return at + end;
    }
    const end = this.#text.indexOf('*/', at);
    // A star at the end may be the first half of the end.
    if (end < 0)
      return this.#text.endsWith('*') && at < this.#text.length - 1 ? this.#text.length - 1 : this.#starOrEnd(at);
    this.#comment = 'none';
    return end + 2;
  }

  #starOrEnd(at: number): number {
    return this.#text.endsWith('*') && at === this.#text.length - 1 ? -1 : this.#text.length;
  }

  #afterValue(): void {
    this.#want = this.#open.length === 0 ? 'nothing' : 'comma-or-end';
  }

  #expect(want: Want, at: number): void {
    if (this.#want !== want) throw this.#fault(`"${this.#text.charAt(at)}" is unexpected`, at);
  }

  #expectValue(at: number): void {
    if (this.#want === 'value' || this.#want === 'value-or-end') return;
    const problem =
      this.#want === 'nothing' ? 'there is content after the end' : `"${this.#text.charAt(at)}" is unexpected`;
    throw this.#fault(problem, at);
  }

  #fault(problem: string, at: number): JsonFault {
    return new JsonFault(problem, this.#passed + at);
  }
}

function isWordCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2d ||
    code === 0x2b ||
    code === 0x2e ||
    code === 0x45
  );
}
