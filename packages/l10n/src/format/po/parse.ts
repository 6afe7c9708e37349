import type { BadValues } from '../bad-value.js';
import { limitError } from '../format-error.js';
import type { TextChunk } from '../text/text-chunk.js';
import { closingQuote, PoFault, unescapePo } from './po-string.js';
import type { SourceFault } from '../text/source-fault.js';
import { TextWindow, type WindowBytes } from '../text/text-window.js';

/**
 * One message of a catalog, with the spelling of its three parts.
 *
 *     #: file.c:12            ┐ head
 *     msgctxt "menu"          ┘
 *     msgid "one file"        ┐ source
 *     msgid_plural "%d files" ┘
 *     msgstr[0] ""            ┐ target
 *     msgstr[1] ""            ┘
 */
export interface PoEntry {
  /** The text around it, and the positions of its parts: they are sliced when they have changed. */
  readonly text: string;
  readonly headAt: number;
  readonly sourceAt: number;
  readonly targetAt: number;
  readonly endAt: number;
  readonly context: string | undefined;
  readonly id: string;
  readonly plural: string | undefined;
  readonly strings: readonly string[];
  /** True when the strings of the source span more than one line. */
  readonly multiline: boolean;
  /** True when its only `msgstr` is a single string on one line. */
  readonly simple: boolean;
  readonly bytes: WindowBytes;
  /** The first broken escape of a message that is skipped for it; its strings are raw. */
  readonly fault?: SourceFault | undefined;
}

/** Returns the start of a message in the bytes of the file. */
export function entryOffset({ bytes, headAt }: PoEntry): number {
  return bytes.byteAt(headAt);
}

/** Returns the end of a message in the bytes of the file. */
export function entryEnd({ bytes, endAt }: PoEntry): number {
  return bytes.byteAt(endAt);
}

/** Returns the part above the `msgid` of a message. */
export function entryHead({ text, headAt, sourceAt }: PoEntry): string {
  return text.slice(headAt, sourceAt);
}

/** Returns `msgid`, and `msgid_plural` if the message has one. */
export function sourceText({ text, sourceAt, targetAt }: PoEntry): string {
  return text.slice(sourceAt, targetAt);
}

/** Returns `msgstr`, or every `msgstr[N]` of a message with forms. */
export function targetText({ text, targetAt, endAt }: PoEntry): string {
  return text.slice(targetAt, endAt);
}

const maxEntryLength = 16 * 1024 * 1024;
/** Length of the longest keyword, an index included. */
const keywordLength = 16;

type State = 'none' | 'domain' | 'msgctxt' | 'msgid' | 'msgid_plural' | 'msgstr' | 'msgstr[]';

/** Scans a catalog in pieces, and holds no more than the message at the end of a piece. */
export class PoScanner {
  readonly #file: string;
  readonly #window = new TextWindow();
  #ready: PoEntry | undefined;
  #last = false;
  /** Position to continue from; -1 when more text is needed. */
  #at = -1;
  #text = '';
  /** Next position of each character, or the length of the text. */
  #slash = -1;
  #lineFeed = -1;
  #return = -1;
  #state: State = 'none';
  #start = -1;
  #sourceAt = 0;
  #targetAt = 0;
  #end = 0;
  #value = '';
  #pieces = 0;
  #context: string | undefined;
  #id = '';
  #plural: string | undefined;
  /** The forms before the last. */
  #strings: string[] | undefined;
  #multiline = false;
  #broken: SourceFault | undefined;
  readonly #bad: BadValues;

  constructor(file: string, bad: BadValues) {
    this.#file = file;
    this.#bad = bad;
  }

  /** Adds a piece of the text; complete messages are then available. */
  feed(chunk: TextChunk): void {
    if (this.#window.add(chunk)) this.#open();
  }

  /** Ends the text. */
  end(): void {
    this.#last = true;
    this.#open();
  }

  /** Returns the next complete message; undefined when more text is needed. */
  next(): PoEntry | undefined {
    const isOpen = this.#at >= 0;
    this.#ready = undefined;
    if (isOpen && this.#tokens()) return this.#ready;
    if (isOpen) this.#close();
    return this.#ready;
  }

  #open(): void {
    this.#text = this.#window.text();
    this.#slash = this.#lineFeed = this.#return = -1;
    this.#at = 0;
    this.#begin();
  }

  /** Keeps the incomplete message for the next piece; it is then scanned from its start again. */
  #close(): void {
    const at = this.#at;
    if (this.#last) {
      if (at < this.#text.length) throw this.#fault('a string is not closed', at);
      if (this.#isWhole()) this.#emit();
      else if (this.#state !== 'none' && !this.#isDomain()) throw this.#fault('the file ends inside a message', at);
    }
    const start = this.#start >= 0 ? this.#start : at;
    if (at - start > maxEntryLength) throw limitError(this.#file, 'the length of a message', maxEntryLength);
    this.#window.keep(start);
    this.#at = -1;
  }

  /** Scans tokens until a message is complete; returns false at the end, or at an incomplete token. */
  #tokens(): boolean {
    const text = this.#text;
    const { length } = text;
    for (let at = this.#at; ;) {
      let code = 0;
      while (at < length && isSpace((code = text.charCodeAt(at)))) at += 1;
      this.#at = at;
      if (at >= length) return false;
      const next = code === 0x22 ? this.#string(at) : code === 0x23 ? this.#comment(at) : this.#keyword(at);
      if (next < 0) return false;
      at = next;
      if (this.#ready) {
        this.#at = at;
        return true;
      }
    }
  }

  #string(at: number): number {
    const text = this.#text;
    if (this.#state === 'none') throw this.#fault('a string has no keyword', at);
    const from = at + 1;
    if (this.#slash < from) this.#slash = this.#next('\\', from);
    let close = text.indexOf('"', from);
    const escaped = close < 0 || this.#slash < close;
    if (escaped) close = closingQuote(text, from);
    const lineEnd = this.#lineEnd(at);
    if (lineEnd < text.length && (close < 0 || lineEnd < close))
      throw this.#fault('a string is not closed on its line', lineEnd);
    if (close < 0) return -1;
    const piece = escaped ? this.#unescape(from, close) : text.slice(from, close);
    this.#value = this.#pieces === 0 ? piece : this.#value + piece;
    this.#pieces += 1;
    this.#end = close + 1;
    return close + 1;
  }

  #unescape(start: number, end: number): string {
    try {
      return unescapePo(this.#text, start, end);
    } catch (error) {
      if (!(error instanceof PoFault)) throw error;
      const fault = this.#bad.accept(this.#fault(error.message, error.index));
      this.#broken ??= fault;
      return this.#text.slice(start, end);
    }
  }

  #comment(at: number): number {
    const end = this.#lineEnd(at);
    if (end === this.#text.length && !this.#last) return -1;
    this.#between(at);
    // An obsolete message is kept unchanged, with the comments above it.
    if (this.#text.charCodeAt(at + 1) === 0x7e) this.#start = -1;
    else if (this.#start < 0) this.#start = at;
    return end;
  }

  #keyword(at: number): number {
    const text = this.#text;
    if (text.length - at < keywordLength && !this.#last) return -1;
    if (text.startsWith('msgid', at)) {
      if (text.startsWith('_plural', at + 5)) return this.#msgidPlural(at);
      return this.#msgid(at);
    }
    if (text.startsWith('msgstr', at))
      return text.charCodeAt(at + 6) === 0x5b ? this.#msgstrIndex(at) : this.#msgstr(at);
    if (text.startsWith('msgctxt', at)) return this.#msgctxt(at);
    if (text.startsWith('domain', at)) return this.#domain(at);
    throw this.#fault(`"${wordAt(text, at)}" is not a keyword`, at);
  }

  #msgctxt(at: number): number {
    this.#between(at);
    if (this.#start < 0) this.#start = at;
    return this.#enter('msgctxt', at, 7);
  }

  #msgid(at: number): number {
    if (this.#state === 'msgctxt') this.#context = this.#settle(at);
    else this.#between(at);
    if (this.#start < 0) this.#start = at;
    this.#sourceAt = at;
    return this.#enter('msgid', at, 5);
  }

  #msgidPlural(at: number): number {
    if (this.#state !== 'msgid') throw this.#fault('"msgid_plural" does not follow "msgid"', at);
    this.#multiline = this.#pieces > 1;
    this.#id = this.#settle(at);
    return this.#enter('msgid_plural', at, 12);
  }

  #msgstr(at: number): number {
    if (this.#state !== 'msgid') throw this.#fault('"msgstr" does not follow "msgid"', at);
    this.#multiline = this.#pieces > 1;
    this.#id = this.#settle(at);
    this.#targetAt = at;
    return this.#enter('msgstr', at, 6);
  }

  #msgstrIndex(at: number): number {
    if (this.#state === 'msgid_plural') {
      this.#multiline ||= this.#pieces > 1;
      this.#plural = this.#settle(at);
      this.#targetAt = at;
    } else if (this.#state === 'msgstr[]') (this.#strings ??= []).push(this.#settle(at));
    else throw this.#fault('"msgstr[" does not follow "msgid_plural"', at);
    const expected = `${this.#strings?.length ?? 0}]`;
    if (!this.#text.startsWith(expected, at + 7)) throw this.#fault(`"msgstr[${expected}" is expected`, at);
    return this.#enter('msgstr[]', at, 7 + expected.length);
  }

  #domain(at: number): number {
    this.#between(at);
    this.#start = -1;
    return this.#enter('domain', at, 6);
  }

  #enter(state: State, at: number, length: number): number {
    const next = this.#text.charCodeAt(at + length);
    if (next !== 0x22 && !isSpace(next)) throw this.#fault(`"${wordAt(this.#text, at)}" is not a keyword`, at);
    this.#state = state;
    this.#value = '';
    this.#pieces = 0;
    return at + length;
  }

  /** Returns the value of the statement that ends here. */
  #settle(at: number): string {
    if (this.#pieces === 0) throw this.#fault('a string is expected', at);
    return this.#value;
  }

  /** Ends the previous message; throws inside one. */
  #between(at: number): void {
    if (this.#isWhole()) this.#emit();
    else if (this.#isDomain()) this.#state = 'none';
    else if (this.#state !== 'none') throw this.#fault('a message is incomplete', at);
  }

  #isWhole(): boolean {
    return this.#pieces > 0 && (this.#state === 'msgstr' || this.#state === 'msgstr[]');
  }

  #isDomain(): boolean {
    return this.#state === 'domain' && this.#pieces > 0;
  }

  #emit(): void {
    this.#ready = {
      text: this.#text,
      headAt: this.#start,
      sourceAt: this.#sourceAt,
      targetAt: this.#targetAt,
      endAt: this.#end,
      context: this.#context,
      id: this.#id,
      plural: this.#plural,
      strings: this.#strings ? [...this.#strings, this.#value] : [this.#value],
      multiline: this.#multiline,
      simple: this.#pieces === 1 && this.#strings === undefined,
      bytes: this.#window.bytes,
      fault: this.#broken,
    };
    this.#begin();
  }

  #begin(): void {
    this.#state = 'none';
    this.#start = -1;
    this.#context = undefined;
    this.#plural = undefined;
    this.#strings = undefined;
    this.#broken = undefined;
  }

  /** Returns the end of the line: a line feed, a carriage return or the end of the text. */
  #lineEnd(from: number): number {
    if (this.#lineFeed < from) this.#lineFeed = this.#next('\n', from);
    if (this.#return < from) this.#return = this.#next('\r', from);
    return Math.min(this.#lineFeed, this.#return);
  }

  #next(char: string, from: number): number {
    const at = this.#text.indexOf(char, from);
    return at < 0 ? this.#text.length : at;
  }

  #fault(problem: string, at: number): PoFault {
    return new PoFault(problem, this.#window.passed + at);
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function wordAt(text: string, at: number): string {
  return /^[^\s"]{0,20}/u.exec(text.slice(at, at + 20))?.[0] ?? '';
}
