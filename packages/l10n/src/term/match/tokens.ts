import { charKind, MARK, PAIR, SPACE, WORD } from './char-kind.js';
import { NOT_SIMPLE, type CharTable } from './char-table.js';
import { addToFirst, addToSecond, hashWord } from './vocabulary.js';

/** A token of a term, and whether white space precedes it. */
export interface Token {
  readonly word: string;
  readonly spaced: boolean;
}

/** Splits a short text into folded tokens. */
export function tokenize(text: string, chars: CharTable): readonly Token[] {
  const tokens: Token[] = [];
  let spaced = false;
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at, chars);
    if (kindAt(text, at, chars) === SPACE) spaced = true;
    else {
      tokens.push({ word: chars.fold(text.slice(at, end)), spaced });
      spaced = false;
    }
    at = end;
  }
  return tokens;
}

/**
 * The tokens of a text: their positions, and the hashes by which a vocabulary finds them. One list is reused for many
 * texts.
 *
 * A word is one token, and every other character, with its marks, is one by itself; white space is only noted. A term
 * that is matched token by token is thus found as a whole, never inside a word:
 *
 *     Save user_id  in 文件!   ▸   Save · ␣user_id · ␣in · ␣文 · 件 · !
 */
export class TokenList {
  starts = new Int32Array(256);
  ends = new Int32Array(256);
  firsts = new Int32Array(256);
  seconds = new Int32Array(256);
  spaced = new Uint8Array(256);
  count = 0;

  read(text: string, chars: CharTable, seed: number): void {
    this.#reserve(text.length);
    const { starts, ends, firsts, seconds, spaced } = this;
    const { units } = chars;
    const { length } = text;
    let count = 0;
    let isSpaced = 0;
    for (let at = 0; at < length;) {
      const start = at;
      let unit = unitAt(text, at, units, chars);
      if (unit >>> 16 === SPACE) {
        isSpaced = 1;
        at += 1;
        continue;
      }
      let first = seed;
      let second = seed;
      let odd = false;
      // Nearly every token is a word or a sign that is folded unit by unit; only the others are sliced.
      const goesOnWith = unit >>> 16 === WORD ? WORD : -1;
      do {
        const folded = unit & 0xff_ff;
        if (folded === NOT_SIMPLE) odd = true;
        first = addToFirst(first, folded);
        second = addToSecond(second, folded);
        at += 1;
        unit = at < length ? unitAt(text, at, units, chars) : 0;
      } while (unit >>> 16 === goesOnWith);
      if (odd || unit >>> 16 === MARK || (unit >>> 16 === PAIR && goesOnWith === WORD)) {
        at = tokenEnd(text, start, chars);
        [first, second] = hashWord(chars.fold(text.slice(start, at)), seed);
      }
      firsts[count] = first;
      seconds[count] = second;
      starts[count] = start;
      ends[count] = at;
      spaced[count] = isSpaced;
      isSpaced = 0;
      count += 1;
    }
    this.count = count;
  }

  #reserve(length: number): void {
    if (length <= this.starts.length) return;
    this.starts = new Int32Array(length * 2);
    this.ends = new Int32Array(length * 2);
    this.firsts = new Int32Array(length * 2);
    this.seconds = new Int32Array(length * 2);
    this.spaced = new Uint8Array(length * 2);
  }
}

/** Returns the table entry of a unit, which may have to be computed. */
function unitAt(text: string, at: number, units: Uint32Array, chars: CharTable): number {
  const unit = text.charCodeAt(at);
  const known = units[unit] ?? 0;
  return known === 0 ? chars.learn(unit) : known;
}

function tokenEnd(text: string, start: number, chars: CharTable): number {
  const kind = kindAt(text, start, chars);
  let at = start + charLength(text, start);
  for (; at < text.length; at += charLength(text, at)) {
    const next = kindAt(text, at, chars);
    const goesOn = kind === SPACE ? next === SPACE : next === MARK || (next === WORD && kind === WORD);
    if (!goesOn) break;
  }
  return at;
}

function kindAt(text: string, at: number, chars: CharTable): number {
  const kind = unitAt(text, at, chars.units, chars) >>> 16;
  return kind === PAIR ? charKind(String.fromCodePoint(text.codePointAt(at) ?? 0)) : kind;
}

function charLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1;
}
