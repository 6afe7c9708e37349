import { createTermbase, type Concept, type Termbase } from '@helve/l10n';
import { numbers } from '../flow/corpus.js';
import type { Variants } from '../kit/run-variants.js';

export const TERM_BLOCKS = 100_000;
const VOCABULARY = 60_000;
const ROUNDS = 3;

/** What looking terms up costs: ns for a byte of text, ms for making the automaton. */
export const termVariants: Variants = {
  'terms: 500 terms': async () => matching(500, 'en'),
  'terms: 50,000 terms': async () => matching(50_000, 'en'),
  'terms: 50,000 terms, as given': async () => matching(50_000, 'en', 'none'),
  'terms: making the automaton of 50,000': async () => {
    const began = performance.now();
    termbase(50_000).matcher({ locale: 'en' })('warm');
    return performance.now() - began;
  },
};

/** Nanoseconds for a byte of the text of all blocks; every second block holds a term. */
function matching(terms: number, locale: string, inflection: 'light' | 'none' = 'light'): number {
  const { texts, bytes, find } = setUp(terms, locale, inflection);
  let found = 0;
  const costs = Array.from({ length: ROUNDS }, () => {
    // The time of a processor, so that what others do meanwhile is not counted.
    const began = process.cpuUsage();
    for (const text of texts) found += find(text).length;
    const { user, system } = process.cpuUsage(began);
    return ((user + system) * 1000) / bytes;
  });
  if (found < (TERM_BLOCKS / 2) * ROUNDS) throw new Error(`Cannot measure: only ${found} terms were found`);
  return costs.toSorted((one, other) => one - other)[1] ?? 0;
}

const syllables = 'ba co di fe gu ha jo ki la mu ne po ra si tu ve wo xa yi zo'.split(' ');

/** A word of the language that the blocks are in; each number has its own. */
function word(number: number): string {
  let text = '';
  for (let rest = number + 400; rest > 0; rest = Math.floor(rest / 20)) text += syllables[rest % 20] ?? '';
  return text;
}

/** Terms of one to three words; those of one are rare enough that the text has them only where it is meant to. */
function termText(number: number): string {
  const next = numbers(number + 17);
  const shape = next(20);
  if (shape < 5) return word(VOCABULARY + number);
  const words = Array.from({ length: shape < 17 ? 2 : 3 }, () => word(2000 + next(VOCABULARY - 2000)));
  return words.join(' ');
}

function termbase(count: number): Termbase {
  return createTermbase(Array.from({ length: count }, (_, number) => toConcept(number)));
}

function toConcept(number: number): Concept {
  const term = { text: termText(number), locale: 'en', status: 'approved' } as const;
  return { id: `c${number}`, domain: '', definition: '', terms: [term], relations: [], properties: {} };
}

/** Texts with few words and terms often and many of them rarely, as people write. */
function blockTexts(terms: number): readonly string[] {
  const next = numbers(7);
  const ranked = (count: number) => Math.floor(count ** (next(1_000_000) / 1_000_000)) - 1;
  return Array.from({ length: TERM_BLOCKS }, (_, block) => {
    const words = Array.from({ length: 8 + next(20) }, () => word(ranked(VOCABULARY)));
    if (block % 2 === 0) words.splice(next(words.length), 0, termText(ranked(terms)));
    const [first = '', ...rest] = words;
    return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.join(' ')}.`;
  });
}

/** The texts of all blocks, and what finds terms in them. */
function setUp(terms: number, locale: string, inflection: 'light' | 'none') {
  const texts = blockTexts(terms);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { texts, bytes, find: termbase(terms).matcher({ locale, inflection }) };
}
