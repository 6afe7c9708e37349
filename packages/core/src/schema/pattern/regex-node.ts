/** A regular expression, read. */
export type RegexNode =
  /** One character out of a set, as source. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'assertion'; readonly source: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'lookaround'; readonly inside: RegexNode; readonly behind: boolean; readonly negative: boolean }
  /** A reference to a group, or a group with flags of its own: what only the engine of the language can run. */
  | { readonly kind: 'unsupported'; readonly what: string }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
      readonly item: RegexNode;
    };

/** Reads a pattern that the language accepts with the flag `u` or `v`, so that nothing has to be checked again. */
export function readRegex(source: string, flag: 'u' | 'v'): RegexNode {
  return new RegexReader(source, flag === 'v').choice();
}

class RegexReader {
  readonly #source: string;
  /** With the flag `v` a set may hold sets; with `u` a bracket inside of one is a character. */
  readonly #setsNest: boolean;
  #at = 0;

  constructor(source: string, setsNest: boolean) {
    this.#source = source;
    this.#setsNest = setsNest;
  }

  choice(): RegexNode {
    const branches = [this.#sequence()];
    while (this.#eat('|')) branches.push(this.#sequence());
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (this.#at < this.#source.length && !this.#looksAt('|') && !this.#looksAt(')')) {
      items.push(this.#repeated(this.#atom()));
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items };
  }

  #repeated(item: RegexNode): RegexNode {
    const found = this.#match(/(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y);
    if (found === null) return item;
    const [, sign, least, comma, most] = found;
    const lazy = found[5] === '?';
    if (sign !== undefined)
      return { kind: 'repeat', min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity, lazy, item };
    const min = Number(least);
    const max = comma === '' ? min : most === '' ? Infinity : Number(most);
    return { kind: 'repeat', min, max, lazy, item };
  }

  #atom(): RegexNode {
    if (this.#looksAt('(')) return this.#group();
    if (this.#looksAt('[')) return { kind: 'set', source: this.#set() };
    for (const sign of ['^', '$', '\\b', '\\B'] as const)
      if (this.#eat(sign)) return { kind: 'assertion', source: sign };
    const reference = this.#match(/\\(?:[1-9]\d*|k<[^>]*>)/y);
    if (reference !== null) return { kind: 'unsupported', what: `the reference ${reference[0]}` };
    const escape = this.#match(
      /\\(?:[pP]\{[^}]*\}|u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[^])/y,
    );
    if (escape !== null) return { kind: 'set', source: escape[0] };
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return { kind: 'set', source: character };
  }

  #group(): RegexNode {
    const opening = this.#match(/\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y)?.[0] ?? '';
    const inside = this.choice();
    this.#eat(')');
    if (/[a-z-]:$/.test(opening)) return { kind: 'unsupported', what: `the flags of ${opening}` };
    if (!/[=!]$/.test(opening)) return inside;
    return { kind: 'lookaround', inside, behind: opening.includes('<'), negative: opening.endsWith('!') };
  }

  /** A set as it stands. */
  #set(): string {
    const start = this.#at;
    let depth = 0;
    do {
      const sign = this.#source.charAt(this.#at);
      if (sign === '[' && (depth === 0 || this.#setsNest)) depth += 1;
      if (sign === ']') depth -= 1;
      this.#at += sign === '\\' ? 2 : 1;
    } while (depth > 0);
    return this.#source.slice(start, this.#at);
  }

  #looksAt(sign: string): boolean {
    return this.#source.startsWith(sign, this.#at);
  }

  #eat(sign: string): boolean {
    const there = this.#looksAt(sign);
    if (there) this.#at += sign.length;
    return there;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }
}
