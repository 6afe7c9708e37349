import type { BlockView } from '@helve/flow';
import type { Detector, Found } from './detector.js';

interface KeptText {
  readonly place: string;
  readonly text: string;
}

/** How often private data stands where no tool may rewrite it, by place; nothing when it does not. */
export type KeptCounts = Readonly<Record<string, number>> | undefined;

/** Looks for private data in the name of a block and in what is shown with it. */
export function countKept(view: BlockView, detector: Detector): KeptCounts | Promise<KeptCounts> {
  const texts = keptTexts(view);
  if (texts.length === 0 || (detector.inPlace && !texts.some(({ text }) => detector.mayFind(text)))) return undefined;
  const found = detector.find(texts.map(({ text }) => text));
  return found instanceof Promise ? found.then((answer) => countsOf(texts, answer)) : countsOf(texts, found);
}

function countsOf(texts: readonly KeptText[], found: Found): KeptCounts {
  const counts: Record<string, number> = {};
  for (const [index, { place }] of texts.entries()) {
    const matches = found[index]?.length ?? 0;
    if (matches > 0) counts[place] = (counts[place] ?? 0) + matches;
  }
  return Object.keys(counts).length > 0 ? counts : undefined;
}

function keptTexts({ name, displayHint }: BlockView): readonly KeptText[] {
  const texts = [
    { place: 'block name', text: name },
    { place: 'display hint', text: displayHint?.preview ?? '' },
    { place: 'display hint', text: displayHint?.context ?? '' },
  ];
  return texts.filter(({ text }) => text !== '');
}
