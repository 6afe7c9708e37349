import { charKind } from './char-kind.js';

/** Marks units that cannot be folded one by one. */
export const NOT_SIMPLE = 0xff_ff;

/** Character table of a reading: the kinds of characters, and the folding of equal ones. */
export interface CharTable {
  /** By UTF-16 unit: its kind in the upper half, its folded form in the lower; 0 if not computed yet. */
  readonly units: Uint32Array;
  /** Computes a unit. */
  learn(unit: number): number;
  /** Composes a text, and lowers its case unless case matters. */
  fold(text: string): string;
}

/** Languages that pair dotted and dotless i in their own way. */
const ownCase: ReadonlySet<string> = new Set(['tr', 'az']);
const known = new Map<string, CharTable>();

/** Returns the table for a locale; there are few, and each is created once. */
export function charTableFor(locale: string, caseSensitive: boolean): CharTable {
  const [language = ''] = locale.split('-');
  const key = caseSensitive ? 'sensitive' : ownCase.has(language) ? language : 'root';
  let table = known.get(key);
  if (table === undefined) known.set(key, (table = createCharTable(lowerBy(key))));
  return table;
}

function createCharTable(lower: (text: string) => string): CharTable {
  const units = new Uint32Array(0x1_00_00);
  const fold = (text: string) => lower(text.replaceAll('\u00ad', '').normalize('NFC'));
  return {
    units,
    fold,
    learn(unit) {
      const char = String.fromCharCode(unit);
      const folded = fold(char);
      const simple = folded.length === 1 && char.normalize('NFC') === char && !joinsBack.test(char);
      return (units[unit] = (charKind(char) << 16) | (simple ? folded.charCodeAt(0) : NOT_SIMPLE));
    },
  };
}

/** Characters that may combine with the one before them. */
const joinsBack = /^[\p{M}\u1100-\u11ff\ud800-\udfff]$/u;

function lowerBy(key: string): (text: string) => string {
  if (key === 'sensitive') return (text) => text;
  if (key === 'root') return (text) => text.toLowerCase().replaceAll('ς', 'σ');
  return (text) => text.toLocaleLowerCase(key);
}
