import { parseQuantifier, toAtomic, toPossessive, type Quantifier } from './atomic.js';
import { escapes, lastEnd, lineEnd, lineEnds, lineStart, posix, unsupported } from './icu-escapes.js';
import { compile, PatternUnsupported, refuse, toProperty } from './to-property.js';

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

/** Inline flags: case, `^` and `$` at lines, and a dot that matches line ends. */
interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

/** An open group. */
interface Group {
  /** Flags outside of it. */
  readonly outer: Flags;
  readonly start: number;
  readonly isAtomic: boolean;
  /** Where its alternatives start. */
  readonly alternatives: number[];
  /** True while each alternative matches in one way only. */
  isFixed: boolean;
  captures: boolean;
  atoms: number;
}

/** The last atom: what a quantifier would apply to. */
interface Atom {
  readonly start: number;
  readonly isFixed: boolean;
}

class PatternReader {
  readonly #pattern: string;
  readonly #groups: Group[] = [];
  #flags: Flags = { i: false, m: false, s: false };
  #out = '';
  #at = 0;
  #atom: Atom | undefined;
  /** The last atom with its quantifier, if that was the last to be read. */
  #repeated: { readonly atom: string; readonly quantifier: Quantifier } | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  sequence(): string {
    while (this.#at < this.#pattern.length) this.#next();
    return this.#out;
  }

  #next(): void {
    const rest = this.#pattern.slice(this.#at);
    const flags = /^\(\?(?:([imsuU]*)(?:-([imsuU]*))?)([:)])/.exec(rest);
    if (flags !== null && flags[0] !== '(?:') return this.#setFlags(flags);
    const group = /^\((?:\?(?:#|[a-zA-Z-]+[:)]))/.exec(rest);
    if (group !== null) return refuse(group[0]);
    const quantifier = parseQuantifier(rest);
    if (quantifier !== undefined && this.#atom !== undefined) return this.#repeat(this.#atom, quantifier);
    if (rest.startsWith('(')) return this.#open(/^\(\?(?:[:>=!]|<[=!])/.exec(rest)?.[0] ?? '(');
    if (rest.startsWith(')')) return this.#close();
    if (rest.startsWith('|')) return this.#alternate();
    if (rest.startsWith('\\Q')) return this.#quoted();
    return this.#add(this.#readAtom(rest));
  }

  #readAtom(rest: string): string {
    if (rest.startsWith('\\')) return this.#escape(false);
    if (rest.startsWith('[')) return this.#set();
    return this.#sign(this.#take());
  }

  #sign(character: string): string {
    const { m, s } = this.#flags;
    if (character === '.') return s ? String.raw`[\s\S]` : `[^${lineEnds}]`;
    if (character === '^') return m ? lineStart : '^';
    if (character === '$') return m ? lineEnd : lastEnd;
    return /[\]}]/.test(character) ? `\\${character}` : this.#plain(character, false);
  }

  #add(atom: string): void {
    this.#atom = { start: this.#out.length, isFixed: true };
    this.#repeated = undefined;
    this.#out += atom;
    const group = this.#groups.at(-1);
    if (group !== undefined) group.atoms += 1;
  }

  #open(text: string, kind = text): void {
    this.#at += text.length;
    this.#groups.push({
      outer: this.#flags,
      start: this.#out.length,
      isAtomic: kind === '(?>',
      alternatives: [],
      isFixed: true,
      captures: kind === '(',
      atoms: 0,
    });
    this.#out += kind === '(?>' ? '(?:' : kind;
    this.#groups.at(-1)?.alternatives.push(this.#out.length);
    this.#atom = undefined;
  }

  #alternate(): void {
    this.#at += 1;
    this.#out += '|';
    this.#groups.at(-1)?.alternatives.push(this.#out.length);
    this.#atom = undefined;
  }

  #close(): void {
    this.#at += 1;
    const group = this.#groups.pop();
    if (group === undefined) throw new PatternUnsupported('a group is not opened');
    this.#flags = group.outer;
    if (group.isAtomic) this.#out = this.#out.slice(0, group.start) + this.#atomic(group);
    else this.#out += ')';
    const isFixed = group.isFixed && !group.captures && (group.alternatives.length === 1 || group.isAtomic);
    this.#atom = { start: group.start, isFixed };
    this.#repeated = undefined;
    const parent = this.#groups.at(-1);
    if (parent === undefined) return;
    parent.atoms += 1;
    parent.captures ||= group.captures;
    parent.isFixed &&= isFixed;
  }

  #atomic({ alternatives, isFixed, captures, atoms, start }: Group): string {
    const repeated = this.#repeated;
    if (!captures && atoms === 1 && alternatives.length === 1 && repeated !== undefined) {
      return toPossessive(repeated.atom, repeated.quantifier);
    }
    if (!isFixed || captures) return refuse(`(?>${this.#out.slice(start + 3)})`);
    const ends = [...alternatives.slice(1).map((next) => next - 1), this.#out.length];
    return toAtomic(alternatives.map((from, index) => this.#out.slice(from, ends[index])));
  }

  #repeat(atom: Atom, quantifier: Quantifier): void {
    this.#at += quantifier.text.length;
    const text = this.#out.slice(atom.start);
    const group = this.#groups.at(-1);
    this.#atom = undefined;
    if (quantifier.mode === '+') {
      if (!atom.isFixed) return refuse(text + quantifier.text);
      this.#out = this.#out.slice(0, atom.start) + toPossessive(text, quantifier);
      return;
    }
    this.#out += quantifier.text;
    if (group !== undefined) group.isFixed &&= quantifier.least === quantifier.most;
    this.#repeated = atom.isFixed && quantifier.mode === '' ? { atom: text, quantifier } : undefined;
  }

  /** Reads flags for the rest of a group, or for a group of their own. */
  #setFlags([text, on = '', off = '', end]: RegExpExecArray): void {
    const before = this.#flags;
    const has = (flag: keyof Flags) => (before[flag] || on.includes(flag)) && !off.includes(flag);
    if (end === ':') this.#open(text, '(?:');
    else this.#at += text.length;
    this.#flags = { i: has('i'), m: has('m'), s: has('s') };
  }

  #take(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  /** Reads `\Q…\E`, a literal text. */
  #quoted(): void {
    const end = this.#pattern.indexOf('\\E', this.#at);
    const text = this.#pattern.slice(this.#at + 2, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#pattern.length : end + 2;
    for (const character of text) {
      this.#add(/[.*+?^${}()|[\]\\/]/.test(character) ? `\\${character}` : this.#plain(character, false));
    }
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
    if (!this.#flags.i || character.toLowerCase() === character.toUpperCase()) return character;
    const both = character.toLowerCase() + character.toUpperCase();
    return inSet ? both : `[${both}]`;
  }
}
