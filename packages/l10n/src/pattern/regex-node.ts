/** A regular expression as far as its repetitions matter. */
export type RegexNode =
  /** One character out of a set, as source. */
  | { readonly kind: 'set'; readonly source: string }
  /** Something without width: an anchor, a boundary, a look around. */
  | { readonly kind: 'assertion'; readonly inside?: RegexNode }
  | { readonly kind: 'backreference' }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly min: number; readonly max: number; readonly item: RegexNode };

/** Reads a pattern that the engine has accepted already, so that nothing has to be checked again. */
export function readRegex(source: string): RegexNode {
  return new RegexReader(source).choice();
}

class RegexReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
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
    const found = this.#match(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y);
    if (found === null) return item;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined)
      return { kind: 'repeat', min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity, item };
    const min = Number(least);
    const max = comma === '' ? min : most === '' ? Infinity : Number(most);
    return { kind: 'repeat', min, max, item };
  }

  #atom(): RegexNode {
    if (this.#looksAt('(')) return this.#group();
    if (this.#looksAt('[')) return { kind: 'set', source: this.#set() };
    const assertion = this.#match(/[\^$]|\\[bB]/y);
    if (assertion !== null) return { kind: 'assertion' };
    if (this.#match(/\\(?:[1-9]\d*|k<[^>]*>)/y) !== null) return { kind: 'backreference' };
    const escape = this.#match(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[^])/y);
    if (escape !== null) return { kind: 'set', source: escape[0] };
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return { kind: 'set', source: character };
  }

  #group(): RegexNode {
    const opening = this.#match(/\((?:\?(?:<?[=!]|:|<[^>]*>))?/y)?.[0] ?? '';
    const inside = this.choice();
    this.#eat(')');
    return /[=!]$/.test(opening) ? { kind: 'assertion', inside } : inside;
  }

  /** A set with the sets inside it, as it stands. */
  #set(): string {
    const start = this.#at;
    let depth = 0;
    do {
      const sign = this.#source.charAt(this.#at);
      if (sign === '[') depth += 1;
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
