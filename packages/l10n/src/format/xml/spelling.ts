import { markupEnd } from './markup-end.js';
import { numericCharacter, ownEntity } from './reference.js';

/** One character of a value, and how the file spells it. */
export interface SpelledChar {
  readonly char: string;
  readonly raw: string;
}

const section = '<![CDATA[';

/** Lists the characters of well-formed content with their spelling; markup and declared entities are left out. */
export function* spelledChars(raw: string): Generator<SpelledChar> {
  let inSection = false;
  for (let at = 0; at < raw.length;) {
    const first = raw.charAt(at);
    if (inSection && raw.startsWith(']]>', at)) {
      inSection = false;
      at += 3;
    } else if (!inSection && first === '<') {
      inSection = raw.startsWith(section, at);
      at = inSection ? at + section.length : Math.max(markupEnd(raw, at), at + 1);
    } else {
      const spelled = !inSection && first === '&' ? referenceAt(raw, at) : literalAt(raw, at);
      if (spelled.char !== '') yield spelled;
      at += spelled.raw.length;
    }
  }
}

function referenceAt(raw: string, at: number): SpelledChar {
  const end = raw.indexOf(';', at);
  const name = raw.slice(at + 1, end < 0 ? at + 1 : end);
  const char = ownEntity(name) ?? numericCharacter(name) ?? '';
  return { char, raw: raw.slice(at, at + name.length + 2) };
}

function literalAt(raw: string, at: number): SpelledChar {
  if (raw.startsWith('\r', at)) return { char: '\n', raw: raw.startsWith('\r\n', at) ? '\r\n' : '\r' };
  const char = String.fromCodePoint(raw.codePointAt(at) ?? 0);
  return { char, raw: char };
}

/** Spellings of the characters of an old value, for a new one: each occurrence is spelled as that of the same number was. */
export class Spellings {
  readonly #known = new Map<string, { readonly raws: string[]; used: number }>();

  constructor(chars: Iterable<SpelledChar>) {
    for (const { char, raw } of chars) {
      const known = this.#known.get(char);
      if (known) known.raws.push(raw);
      else this.#known.set(char, { raws: [raw], used: 0 });
    }
  }

  /** Returns the spelling of the next occurrence of a character; undefined if the old value did not have it. */
  take(char: string): string | undefined {
    const known = this.#known.get(char);
    if (known === undefined) return undefined;
    known.used += 1;
    return known.raws[known.used - 1] ?? known.raws.at(-1);
  }
}
