import { onlyText, units, type BlockView, type Runs } from '@helve/flow';
import type { Detector, Found } from './detector.js';
import { isTokenRun } from './token.js';

interface KeptText {
  readonly place: string;
  readonly text: string;
}

/** How often private data stands where no tool may rewrite it, by place; nothing when it does not. */
export type KeptCounts = Readonly<Record<string, number>> | undefined;

/** Looks for private data in the name of a block, in what is shown with it, and inside of its codes. */
export function countKept(view: BlockView, detector: Detector): KeptCounts | Promise<KeptCounts> {
  // A block of plain texts, which most are, has its name only.
  if (detector.inPlace && isPlain(view) && !detector.mayFind(view.name)) return undefined;
  const texts = keptTexts(view);
  if (texts.length === 0 || (detector.inPlace && !texts.some(({ text }) => detector.mayFind(text)))) return undefined;
  const found = detector.find(texts.map(({ text }) => text));
  return found instanceof Promise ? found.then((answer) => countsOf(texts, answer)) : countsOf(texts, found);
}

function isPlain(view: BlockView): boolean {
  if (view.displayHint !== undefined || onlyText(view.source) === undefined) return false;
  for (const variant of view.variants) if (onlyText(view.target(variant)?.runs ?? []) === undefined) return false;
  return true;
}

function countsOf(texts: readonly KeptText[], found: Found): KeptCounts {
  const counts: Record<string, number> = {};
  for (const [index, { place }] of texts.entries()) {
    const matches = found[index]?.length ?? 0;
    if (matches > 0) counts[place] = (counts[place] ?? 0) + matches;
  }
  return Object.keys(counts).length > 0 ? counts : undefined;
}

function keptTexts(view: BlockView): readonly KeptText[] {
  const texts: KeptText[] = [];
  const add = (place: string, text: string | undefined) => {
    if (text !== undefined && text !== '') texts.push({ place, text });
  };
  add('block name', view.name);
  if (view.displayHint !== undefined) {
    add('display hint', view.displayHint.preview);
    add('display hint', view.displayHint.context);
  }
  addCodes(view.source, add);
  for (const variant of view.variants) addCodes(view.target(variant)?.runs ?? [], add);
  return texts;
}

function addCodes(runs: Runs, add: (place: string, text: string | undefined) => void): void {
  if (onlyText(runs) !== undefined) return;
  for (const unit of units(runs)) {
    for (const run of unit.runs) {
      if (!('data' in run) || isTokenRun(run)) continue;
      add('code data', run.data);
      if (run.equiv !== run.data) add('code data', run.equiv);
      if ('disp' in run && run.disp !== run.data) add('code data', run.disp);
    }
  }
}
