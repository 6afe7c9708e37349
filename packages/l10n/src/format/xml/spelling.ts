import type { SpelledChar } from '../text/spellings.js';
import { markupEnd } from './markup-end.js';
import { numericCharacter, ownEntity } from './reference.js';

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
