import { kindOf } from './char-kind.js';

/** Stands for units that cannot be folded one by one. */
export const NOT_SIMPLE = 0xff_ff;

/** What a text is read with: the kinds of its characters, and what makes equal what counts as equal. */
export interface CharTable {
  /** By UTF-16 unit: its kind in the upper half, what it becomes in the lower; 0 where nobody has asked yet. */
  readonly units: Uint32Array;
  /** Fills in a unit. */
  learn(unit: number): number;
  /** Composes a text, and lowers its case unless that matters. */
  fold(text: string): string;
}

/** Languages that pair dotted and dotless i in their own way. */
const ownCase: ReadonlySet<string> = new Set(['tr', 'az']);
const known = new Map<string, CharTable>();

/** The table for a locale; there are few, and each is made once. */
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
      return (units[unit] = (kindOf(char) << 16) | (simple ? folded.charCodeAt(0) : NOT_SIMPLE));
    },
  };
}

/** Characters that may melt into the one before them. */
const joinsBack = /^[\p{M}\u1100-\u11ff\ud800-\udfff]$/u;

function lowerBy(key: string): (text: string) => string {
  if (key === 'sensitive') return (text) => text;
  if (key === 'root') return (text) => text.toLowerCase().replaceAll('ς', 'σ');
  return (text) => text.toLocaleLowerCase(key);
}
