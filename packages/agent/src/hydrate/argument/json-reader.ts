import { toPointer } from '@helve/core';
import type { ArgumentLimits } from './argument-limits.js';
import { Unreadable, type ParseCause } from './unreadable.js';

/** Deviations from JSON that a reader accepts. */
export interface Tolerance {
  readonly singleQuotes?: boolean;
  readonly trailingCommas?: boolean;
}

/** A number too large to be told apart from its neighbours. */
export interface LargeNumber {
  readonly pointer: string;
  readonly position: number;
}

/** The value that was read, and the deviations that were accepted for it. */
export interface Reading {
  readonly value: unknown;
  readonly singleQuotes: boolean;
  /** Pointers to the objects and lists that ended with a comma. */
  readonly trailingCommas: readonly string[];
  readonly largeNumbers: readonly LargeNumber[];
}

const DOUBLE = 34;
const SINGLE = 39;
const BACKSLASH = 92;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const numberish = /[-+.\deE]*/y;
const literals: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const LETTER_U = 117;
const escapes: ReadonlySet<number> = new Set(Array.from('"\\/bfnrt', (char) => char.charCodeAt(0)));

/**
 * Reads JSON in one pass over the text, and reports where and why it stopped. Slower than `JSON.parse`, so it runs only
 * where that one fails or is too lenient.
 */
export class JsonReader {
  readonly #text: string;
  readonly #limits: ArgumentLimits;
  readonly #tolerance: Tolerance;
  readonly #path: (string | number)[] = [];
  readonly #trailingCommas: string[] = [];
  readonly #largeNumbers: LargeNumber[] = [];
  #at = 0;
  #members = 0;
  #singleQuotes = false;

  constructor(text: string, limits: ArgumentLimits, tolerance: Tolerance = {}) {
    this.#text = text;
    this.#limits = limits;
    this.#tolerance = tolerance;
  }

  read(): Reading {
    const value = this.#value(1);
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#unexpected('after the end of the value');
    return {
      value,
      singleQuotes: this.#singleQuotes,
      trailingCommas: this.#trailingCommas,
      largeNumbers: this.#largeNumbers,
    };
  }

  #value(depth: number): unknown {
    this.#skipSpace();
    const char = this.#text[this.#at];
    if (char === '{' || char === '[') {
      if (depth > this.#limits.maxDepth) this.#fail('too-deep', `nested deeper than ${this.#limits.maxDepth} levels`);
      return char === '{' ? this.#object(depth) : this.#array(depth);
    }
    if (this.#isQuote()) return this.#string();
    if (char === '-' || (char !== undefined && char >= '0' && char <= '9')) return this.#number();
    return this.#literal();
  }

  #object(depth: number): Record<string, unknown> {
    const target: Record<string, unknown> = {};
    this.#at += 1;
    for (let first = true; !this.#closes('}', first); first = false) {
      const key = this.#key(target);
      this.#expect(':');
      this.#path.push(key);
      target[key] = this.#value(depth + 1);
      this.#path.pop();
    }
    return target;
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    for (let first = true; !this.#closes(']', first); first = false) {
      this.#countMember();
      this.#path.push(items.length);
      items.push(this.#value(depth + 1));
      this.#path.pop();
    }
    return items;
  }

  /** True when the object or list ends here; else moves to its next member, past the comma. */
  #closes(end: '}' | ']', first: boolean): boolean {
    this.#skipSpace();
    if (this.#takes(end)) return true;
    if (first) return false;
    this.#expect(',');
    this.#skipSpace();
    if (this.#text[this.#at] !== end) return false;
    if (this.#tolerance.trailingCommas !== true) this.#unexpected('after a comma');
    this.#trailingCommas.push(toPointer(this.#path));
    return this.#takes(end);
  }

  #key(target: object): string {
    this.#skipSpace();
    const start = this.#at;
    if (!this.#isQuote()) this.#unexpected('where a name in double quotes is expected');
    const key = this.#string();
    this.#countMember();
    if (key === '__proto__') this.#fail('forbidden-key', 'the name "__proto__" is not allowed', start);
    if (Object.hasOwn(target, key)) this.#fail('duplicate-key', `the name ${quoted(key)} occurs twice`, start);
    return key;
  }

  #string(): string {
    const start = this.#at;
    const quote = this.#text.charCodeAt(start);
    if (quote === SINGLE) this.#singleQuotes = true;
    const hasEscapes = this.#skipString(quote);
    const token = this.#text.slice(start, this.#at);
    const value = hasEscapes ? unescaped(token) : token.slice(1, -1);
    if (!value.isWellFormed()) this.#fail('ill-formed-string', 'a string with half a surrogate pair', start);
    return value;
  }

  /** Skips to behind the closing quote and checks all escapes; true when there were some. */
  #skipString(quote: number): boolean {
    let hasEscapes = false;
    let at = this.#at + 1;
    for (let code = this.#text.charCodeAt(at); code !== quote; code = this.#text.charCodeAt(at)) {
      if (Number.isNaN(code)) this.#cutOff('a string');
      if (code < 0x20) this.#fail('syntax', 'a control character inside a string', at);
      if (code === BACKSLASH) {
        hasEscapes = true;
        at = this.#skipEscape(at, quote);
      } else at += 1;
    }
    this.#at = at + 1;
    return hasEscapes;
  }

  #skipEscape(at: number, quote: number): number {
    const code = this.#text.charCodeAt(at + 1);
    if (escapes.has(code) || (code === SINGLE && quote === SINGLE)) return at + 2;
    if (code === LETTER_U) return this.#skipUnicode(at);
    if (Number.isNaN(code)) this.#cutOff('a string');
    return this.#fail('syntax', `unknown escape ${quoted(`\\${String.fromCharCode(code)}`)}`, at);
  }

  #skipUnicode(at: number): number {
    for (let digit = at + 2; digit < at + 6; digit += 1) {
      const code = this.#text.charCodeAt(digit);
      if (Number.isNaN(code)) this.#cutOff('a string');
      if (!isHex(code)) this.#fail('syntax', 'an escape without four hexadecimal digits', at);
    }
    return at + 6;
  }

  #number(): number {
    const start = this.#at;
    const end = this.#endOf(numberToken);
    this.#at = this.#endOf(numberish);
    if (end !== this.#at || end === start) {
      if (this.#at === this.#text.length && end !== this.#at) this.#cutOff('a number');
      this.#fail('syntax', `${quoted(this.#text.slice(start, this.#at))} is not a number`, start);
    }
    const value = Number(this.#text.slice(start, end));
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      this.#largeNumbers.push({ pointer: toPointer(this.#path), position: start });
    }
    return value;
  }

  #literal(): unknown {
    const rest = this.#text.slice(this.#at, this.#at + 5);
    for (const [word, value] of literals) {
      if (rest.startsWith(word)) {
        this.#at += word.length;
        return value;
      }
      if (rest !== '' && this.#at + rest.length === this.#text.length && word.startsWith(rest)) this.#cutOff('a word');
    }
    return this.#unexpected('where a value is expected');
  }

  #isQuote(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    return code === DOUBLE || (code === SINGLE && this.#tolerance.singleQuotes === true);
  }

  /** Returns where a match of the pattern ends; the current position if there is none. */
  #endOf(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text) ? pattern.lastIndex : this.#at;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at += 1;
    }
  }

  #takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #expect(char: string): void {
    this.#skipSpace();
    if (!this.#takes(char)) this.#unexpected(`where ${quoted(char)} is expected`);
  }

  #countMember(): void {
    this.#members += 1;
    const { maxMembers } = this.#limits;
    if (this.#members > maxMembers) this.#fail('too-large', `more than ${maxMembers} members and items`);
  }

  #unexpected(where: string): never {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) this.#cutOff('a value');
    return this.#fail('syntax', `unexpected ${quoted(String.fromCodePoint(code).toWellFormed())} ${where}`);
  }

  #cutOff(what: string): never {
    return this.#fail('truncated', `the text ends inside ${what}`, this.#text.length);
  }

  #fail(cause: ParseCause, problem: string, position: number = this.#at): never {
    throw new Unreadable({ cause, problem, position, pointer: toPointer(this.#path) });
  }
}

function isHex(code: number): boolean {
  // The letter in lower case.
  const letter = code | 32;
  return (code >= 48 && code <= 57) || (letter >= 97 && letter <= 102);
}

/** Unescapes a string whose escapes are checked; in single quotes, corrects them first. */
function unescaped(token: string): string {
  if (token.startsWith('"')) return JSON.parse(token) as string;
  // A single quote inside of the string is preceded by its backslash. Splitting many of them is faster than replacing.
  const body = token.slice(1, -1).split("\\'").join("'");
  const escaped = body.includes('"') ? body.replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found)) : body;
  return JSON.parse(`"${escaped}"`) as string;
}

/** Quotes a text, shortened for a message. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);
}
