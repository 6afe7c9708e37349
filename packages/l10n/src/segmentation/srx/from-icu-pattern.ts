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
  const ignoreCase = pattern.startsWith('(?i)');
  const reader = new PatternReader(ignoreCase ? pattern.slice(4) : pattern, ignoreCase);
  const source = reader.sequence();
  try {
    compile(source);
    return source;
  } catch (cause) {
    throw new PatternUnsupported(cause instanceof Error ? cause.message : String(cause));
  }
}

class PatternReader {
  readonly #pattern: string;
  readonly #ignoreCase: boolean;
  #at = 0;

  constructor(pattern: string, ignoreCase: boolean) {
    this.#pattern = pattern;
    this.#ignoreCase = ignoreCase;
  }

  sequence(): string {
    let out = '';
    while (this.#at < this.#pattern.length) out += this.#next();
    return out;
  }

  #next(): string {
    const rest = this.#pattern.slice(this.#at);
    const group = /^\((?:\?(?:[>#]|[imsxw-]+[:)]))/.exec(rest);
    if (group !== null) throw new PatternUnsupported(`"${group[0]}" has no equivalent`);
    const possessive = /^(?:[*+?]|\{\d+,?\d*\})\+/.exec(rest);
    if (possessive !== null) throw new PatternUnsupported(`"${possessive[0]}" has no equivalent`);
    if (rest.startsWith('\\Q')) return this.#quoted();
    if (rest.startsWith('\\')) return this.#escape(false);
    if (rest.startsWith('[')) return this.#set();
    return this.#plain(this.#take(), false);
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
    const named = /^\\(?:([pP])\{([^}]*)\}|x\{([0-9A-Fa-f]+)\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})/.exec(
      this.#pattern.slice(this.#at),
    );
    if (named !== null) {
      this.#at += named[0].length;
      return named[3] === undefined ? named[0] : String.raw`\u{${named[3]}}`;
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
      } else operand += this.#setItem(rest);
    }
    throw new PatternUnsupported('a set is not closed');
  }

  #setItem(rest: string): string {
    const named = /^\[:(\w+):\]/.exec(rest);
    if (named !== null) {
      this.#at += named[0].length;
      return posix[named[1] ?? ''] ?? refuse(named[0]);
    }
    if (rest.startsWith('[')) return this.#set();
    return rest.startsWith('\\') ? this.#escape(true) : this.#plain(this.#take(), true);
  }

  #plain(character: string, inSet: boolean): string {
    if (inSet && /[(){}/|&!#%,:;<=>@`~]/.test(character)) return `\\${character}`;
    if (!this.#ignoreCase || character.toLowerCase() === character.toUpperCase()) return character;
    const both = character.toLowerCase() + character.toUpperCase();
    return inSet ? both : `[${both}]`;
  }
}

function refuse(what: string): never {
  throw new PatternUnsupported(`"${what}" has no equivalent`);
}

function compile(source: string): RegExp {
  return new RegExp(source, 'v');
}
