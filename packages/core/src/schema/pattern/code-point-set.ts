import { RecentMap } from '../../time/recent-map.js';

/** True for the characters of a set. */
export type CodePointSet = (codePoint: number) => boolean;

const ASCII_SIZE = 128;
const maxKnown = 1_000;
const known = new RecentMap<string, CodePointSet>(maxKnown);

/** A set of a regular expression, such as `[a-z]`, `\p{L}` or `.`, as the language itself reads it with the flag `u`. */
export function compileSet(source: string): CodePointSet {
  return known.use(source, () => {
    const pattern = new RegExp(`^${source}$`, 'u');
    const holds = (codePoint: number) => pattern.test(String.fromCodePoint(codePoint));
    const ascii = Uint8Array.from({ length: ASCII_SIZE }, (_, codePoint) => Number(holds(codePoint)));
    return (codePoint) => (codePoint < ASCII_SIZE ? ascii[codePoint] === 1 : holds(codePoint));
  });
}
