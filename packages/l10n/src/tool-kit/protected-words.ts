import { units, unitText, type BlockView, type Runs } from '@helve/flow';
import { protectedText } from './protected-text.js';

const none: readonly string[] = Object.freeze([]);
/** Stands for a code in the shape of a text. */
const codeSign = '\uFFFC';

/** Lists the texts of both sides that are marked as not translatable, the longest first. */
export function protectedWords(view: BlockView, variant: string): readonly string[] {
  // The common case: nothing is marked.
  if (!isMarked(view, null) && !isMarked(view, variant)) return none;
  const target = view.target(variant)?.runs ?? [];
  const words = [...collectWords(view, null, view.source), ...collectWords(view, variant, target)];
  return words.length === 0 ? none : [...new Set(words)].toSorted((one, other) => other.length - one.length);
}

function isMarked(view: BlockView, side: string | null): boolean {
  return view.overlays('protected', side).length > 0;
}

function collectWords(view: BlockView, side: string | null, runs: Runs): readonly string[] {
  if (!isMarked(view, side)) return none;
  return units(runs).flatMap(({ path, runs: unit }) => {
    const text = unitText(unit);
    return protectedText(view, { side, path })
      .map(({ start, end }) => text.slice(start, end))
      .filter((word) => word !== '');
  });
}

/** Replaces such words with code characters; everything else keeps its position. */
export function maskWords(text: string, words: readonly string[]): string {
  if (words.length === 0) return text;
  return words.reduce((masked, word) => masked.replaceAll(word, codeSign.repeat(word.length)), text);
}
