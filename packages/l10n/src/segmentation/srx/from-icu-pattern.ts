import { unicodeBlockRange } from '../../text/unicode-block.js';

/** A pattern that has no equivalent in JavaScript. */
export class PatternUnsupported extends Error {}

const word = String.raw`[\p{L}\p{M}\p{N}_]`;

/** Escapes of ICU with another meaning, or none, in JavaScript. */
const escapes: { readonly [letter: string]: string } = {
  A: '^',
  Z: '$',
  z: '$',
  h: String.raw`[\t\p{Zs}]`,
  H: String.raw`[^\t\p{Zs}]`,
  R: String.raw`(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])`,
  w: word,
  W: String.raw`[^\p{L}\p{M}\p{N}_]`,
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  b: `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  B: `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
  a: String.raw`\x07`,
  e: String.raw`\x1B`,
};
const unsupported = new Set('GXC');
const posix: { readonly [name: string]: string } = {
  alpha: String.raw`\p{Alphabetic}`,
  digit: String.raw`\p{Nd}`,
  alnum: String.raw`\p{Alphabetic}\p{Nd}`,
  upper: String.raw`\p{Uppercase}`,
  lower: String.raw`\p{Lowercase}`,
  punct: String.raw`\p{P}`,
  space: String.raw`\s`,
};

/** Translates a regular expression of ICU, as SRX rules use it, to JavaScript with the flag `v`. */
export function fromIcuPattern(pattern: string): string {
  const source = new PatternReader(pattern).sequence();
  try {
    compile(source);
    return source;
  } catch (cause) {
    throw new PatternUnsupported(cause instanceof Error ? cause.message : String(cause));
  }
}

class PatternReader {
  readonly #pattern: string;
  /** Case of the groups around this place that are still open. */
  readonly #outer: boolean[] = [];
  #ignoreCase = false;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  sequence(): string {
    let out = '';
    while (this.#at < this.#pattern.length) out += this.#next();
    return out;
  }

  #next(): string {
    const rest = this.#pattern.slice(this.#at);
    const flags = /^\(\?(?:([iu]*)(?:-([iu]*))?)([:)])/.exec(rest);
    if (flags !== null && flags[0] !== '(?:') return this.#flags(flags);
    const group = /^\((?:\?(?:[>#]|[imsxw-]+[:)]))/.exec(rest);
    if (group !== null) throw new PatternUnsupported(`"${group[0]}" has no equivalent`);
    const possessive = /^(?:[*+?]|\{\d+,?\d*\})\+/.exec(rest);
    if (possessive !== null) throw new PatternUnsupported(`"${possessive[0]}" has no equivalent`);
    if (rest.startsWith('\\Q')) return this.#quoted();
    if (rest.startsWith('\\')) return this.#escape(false);
    if (rest.startsWith('[')) return this.#set();
    if (rest.startsWith('(')) this.#outer.push(this.#ignoreCase);
    if (rest.startsWith(')')) this.#ignoreCase = this.#outer.pop() ?? false;
    return this.#plain(this.#take(), false);
  }

  /** Reads flags for the rest of a group, or for a group of their own. */
  #flags([text, on = '', off = '', end]: RegExpExecArray): string {
    this.#at += text.length;
    if (end === ':') this.#outer.push(this.#ignoreCase);
    if (on.includes('i')) this.#ignoreCase = true;
    if (off.includes('i')) this.#ignoreCase = false;
    return end === ':' ? '(?:' : '';
  }

  #take(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  /** Reads `\Q…\E`, a literal text. */
  #quoted(): string {
    const end = this.#pattern.indexOf('\\E', this.#at);
    const text = this.#pattern.slice(this.#at + 2, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#pattern.length : end + 2;
    return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  }

  #escape(inSet: boolean): string {
    const property = /^\\([pP])(?:\{([^}]*)\}|([A-Z]))/.exec(this.#pattern.slice(this.#at));
    if (property !== null) {
      this.#at += property[0].length;
      const [, letter = '', name, single = ''] = property;
      return toProperty(letter === 'P', name ?? single);
    }
    const named = /^\\(?:x\{([0-9A-Fa-f]+)\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})/.exec(this.#pattern.slice(this.#at));
    if (named !== null) {
      this.#at += named[0].length;
      return named[1] === undefined ? named[0] : String.raw`\u{${named[1]}}`;
    }
    this.#at += 1;
    const letter = this.#take();
    if (unsupported.has(letter)) throw new PatternUnsupported(String.raw`"\${letter}" has no counterpart`);
    const known = escapes[letter];
    if (known !== undefined) return inSet && known.startsWith('(') ? refuse(String.raw`\${letter} in a set`) : known;
    return /[\p{L}\p{N}]/u.test(letter) && !/[fnrtsSvk0-9]/.test(letter) ? letter : `\\${letter}`;
  }

  /** Reads a set; JavaScript requires more escapes in it, and brackets around operands. */
  #set(): string {
    this.#take();
    const negated = this.#pattern.startsWith('^', this.#at) ? this.#take() : '';
    const operands: string[] = [];
    let operator = '';
    let operand = '';
    while (this.#at < this.#pattern.length) {
      const rest = this.#pattern.slice(this.#at);
      if (rest.startsWith(']')) {
        this.#at += 1;
        operands.push(operand);
        const inside = operator === '' ? operand : operands.map((each) => `[${each}]`).join(operator);
        return `[${negated}${inside}]`;
      }
      if (rest.startsWith('&&') || rest.startsWith('--')) {
        this.#at += 2;
        operator = rest.slice(0, 2);
        operands.push(operand);
        operand = '';
      } else operand += this.#setItem(rest, operand);
    }
    throw new PatternUnsupported('a set is not closed');
  }

  #setItem(rest: string, operand: string): string {
    const named = /^\[:(\w+):\]/.exec(rest);
    if (named !== null) {
      this.#at += named[0].length;
      return posix[named[1] ?? ''] ?? refuse(named[0]);
    }
    if (rest.startsWith('[')) return this.#set();
    // A hyphen that joins no two characters stands for itself.
    if (rest.startsWith('-') && (operand === '' || rest[1] === ']' || /[\]}]$/u.test(operand))) {
      this.#at += 1;
      return '\\-';
    }
    return rest.startsWith('\\') ? this.#escape(true) : this.#plain(this.#take(), true);
  }

  #plain(character: string, inSet: boolean): string {
    if (inSet && /[(){}/|&!#%,:;<=>@`~]/.test(character)) return `\\${character}`;
    if (!this.#ignoreCase || character.toLowerCase() === character.toUpperCase()) return character;
    const both = character.toLowerCase() + character.toUpperCase();
    return inSet ? both : `[${both}]`;
  }
}

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
function toProperty(negated: boolean, written: string): string {
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

function refuse(what: string): never {
  throw new PatternUnsupported(`"${what}" has no equivalent`);
}

function compile(source: string): RegExp {
  return new RegExp(source, 'v');
}
