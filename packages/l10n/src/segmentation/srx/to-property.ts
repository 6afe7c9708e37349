import { unicodeBlockRange } from '../../text/unicode-block.js';

/** A pattern that has no equivalent in JavaScript. */
export class PatternUnsupported extends Error {}

/** Names of properties in Java and ICU, with those of JavaScript. */
const properties: { readonly [name: string]: string } = {
  javauppercase: 'Uppercase',
  javalowercase: 'Lowercase',
  javaletter: 'L',
  javadigit: 'Nd',
  javawhitespace: 'White_Space',
  alpha: 'Alphabetic',
  upper: 'Uppercase',
  lower: 'Lowercase',
  digit: 'Nd',
  punct: 'P',
  punctuation: 'P',
  space: 'White_Space',
  letter: 'L',
};

/** Translates a property: a category, a script (`IsLatin`), or a block (`InGreek`). */
export function toProperty(negated: boolean, written: string): string {
  const isNegated = negated !== written.startsWith('^');
  const name = written.replace(/^\^/u, '').trim();
  const block = /^In[ _]?(.+)$/u.exec(name)?.[1];
  if (block !== undefined) {
    const range = unicodeBlockRange(block) ?? refuse(`\\p{${name}}`);
    return `[${isNegated ? '^' : ''}\\u{${range.first.toString(16)}}-\\u{${range.last.toString(16)}}]`;
  }
  const bare = name.replace(/^Is(?=[A-Z])/u, '');
  const known = properties[bare.toLowerCase()] ?? bare;
  const found = [known, `Script=${bare}`].find((one) => isProperty(one));
  return `\\${isNegated ? 'P' : 'p'}{${found ?? refuse(`\\p{${name}}`)}}`;
}

function isProperty(name: string): boolean {
  try {
    return compile(`\\p{${name}}`) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Throws for a part of a pattern. */
export function refuse(what: string): never {
  throw new PatternUnsupported(`"${what}" has no equivalent`);
}

/** Compiles a pattern as rules are compiled. */
export function compile(source: string): RegExp {
  return new RegExp(source, 'v');
}
