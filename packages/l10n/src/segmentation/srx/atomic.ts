/**
 * JavaScript has neither possessive quantifiers nor atomic groups. Where an atom matches in one way only, a lookahead
 * says the same: `a++` is `a+(?!a)`. That holds for matching backwards too, as in a lookbehind.
 */

/** Quantifier of a pattern; `most` is infinite without an upper limit. */
export interface Quantifier {
  readonly text: string;
  readonly least: number;
  readonly most: number;
  readonly mode: '' | '?' | '+';
}

/** Parses the quantifier that a pattern begins with. */
export function parseQuantifier(pattern: string): Quantifier | undefined {
  const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})([+?]?)/.exec(pattern);
  if (found === null) return undefined;
  const [text, from, comma, to] = found;
  const mode = found[4] as Quantifier['mode'];
  if (from === undefined)
    return { text, least: text.startsWith('+') ? 1 : 0, most: text.startsWith('?') ? 1 : Infinity, mode };
  const least = Number(from);
  return { text, least, most: comma === undefined ? least : to === '' ? Infinity : Number(to), mode };
}

/** Repeats an atom as often as possible, without giving any of it back. */
export function toPossessive(atom: string, { least, most }: Quantifier): string {
  if (least === most) return `${atom}{${least}}`;
  if (most === Infinity) return `(?:${atom}{${least},}(?!${atom}))`;
  return `(?:${atom}{${most}}|${atom}{${least},${most - 1}}(?!${atom}))`;
}

/** Joins alternatives such that each applies only where none before it does. */
export function toAtomic(alternatives: readonly string[]): string {
  const guarded = alternatives.map((each, index) =>
    index === 0 ? each : `(?!${alternatives.slice(0, index).join('|')})${each}`,
  );
  return `(?:${guarded.join('|')})`;
}
