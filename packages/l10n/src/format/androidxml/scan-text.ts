import type { Dialect } from './dialect.js';

/** State of a text between its pieces. */
export interface ScanState {
  /** Inside quotes. */
  quoted: boolean;
  /** Behind white space that has given a space. */
  spaced: boolean;
  /** True once an apostrophe stood without the backslash that Android requires. */
  bareApostrophe: boolean;
}

/** Receives characters of a text, and the range of the original that stands for them. */
export type EmitText = (text: string, from: number, to: number) => void;

/** A wrong escape in a value. */
export class EscapeFault extends Error {}

/**
 * Resolves the escapes, quotes and white space of a text that XML has resolved already:
 *
 *     it\'s   \"q\"    ▸   it's "q"
 */
export function scanText(text: string, dialect: Dialect, state: ScanState, emit: EmitText): void {
  new TextScanner(text, dialect, state, emit).scan();
}

class TextScanner {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #state: ScanState;
  readonly #emit: EmitText;
  #at = 0;
  /** Start of the characters that stand for themselves. */
  #plain = 0;

  constructor(text: string, dialect: Dialect, state: ScanState, emit: EmitText) {
    this.#text = text;
    this.#dialect = dialect;
    this.#state = state;
    this.#emit = emit;
  }

  scan(): void {
    const { isAndroid, unwraps } = this.#dialect;
    while (this.#at < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at);
      if (isSpace(code) && (isAndroid ? !this.#state.quoted : unwraps)) this.#space();
      else this.#other(code);
    }
    this.#flush(this.#at);
  }

  #space(): void {
    const start = this.#at;
    let breaks = this.#dialect.isAndroid;
    while (isSpace(this.#text.charCodeAt(this.#at))) {
      breaks ||= this.#text.charCodeAt(this.#at) === 0x0a;
      this.#at += 1;
    }
    const { spaced } = this.#state;
    this.#state.spaced = true;
    const isOne = this.#at === start + 1 && this.#text.charCodeAt(start) === 0x20 && !spaced;
    if (!breaks || isOne) return;
    this.#flush(start);
    if (!spaced || !this.#dialect.isAndroid) this.#emit(' ', start, this.#at);
  }

  #other(code: number): void {
    this.#state.spaced = false;
    const escape = code === 0x5c ? this.#escape() : undefined;
    if (escape !== undefined) return this.#take(escape.text, escape.length);
    if (this.#dialect.isAndroid && !this.#state.quoted && code === 0x27) this.#state.bareApostrophe = true;
    if (!this.#dialect.isAndroid || code !== 0x22) {
      this.#at += 1;
      return;
    }
    this.#take('', 1);
    this.#state.quoted = !this.#state.quoted;
  }

  #take(text: string, length: number): void {
    this.#flush(this.#at);
    this.#at += length;
    if (text !== '') this.#emit(text, this.#plain, this.#at);
    this.#plain = this.#at;
  }

  #flush(end: number): void {
    if (end > this.#plain) this.#emit(this.#text.slice(this.#plain, end), this.#plain, end);
    this.#plain = this.#at;
  }

  /** Returns the escape that begins with a backslash; undefined where it is a character like any other. */
  #escape(): { readonly text: string; readonly length: number } | undefined {
    const { escapes, hasUnicode, isAndroid } = this.#dialect;
    const letter = String.fromCodePoint(this.#text.codePointAt(this.#at + 1) ?? 0);
    if (letter === '\0') return isAndroid ? { text: '', length: 1 } : undefined;
    if (letter === 'u' && hasUnicode) return this.#unicode();
    const known = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (known === undefined && !isAndroid) return undefined;
    return { text: known ?? letter, length: 1 + letter.length };
  }

  #unicode(): { readonly text: string; readonly length: number } | undefined {
    const digits = this.#text.slice(this.#at + 2, this.#at + 6);
    if (/^[0-9a-fA-F]{4}$/u.test(digits)) {
      return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 };
    }
    if (this.#dialect.isAndroid) throw new EscapeFault(String.raw`"\u" needs four hexadecimal digits`);
    return undefined;
  }
}

/** True for space, tab and line ends. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}
