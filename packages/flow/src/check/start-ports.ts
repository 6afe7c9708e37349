import type { BindingKind } from '../contract/flow-document.js';
import type { FormatKind } from '../contract/format.js';
import type { IOPort } from '../contract/meta.js';
import { targetPort } from '../tool/port.js';

/** Where the content of a run comes from; without a kind it is not bound yet. */
export interface SourceBinding {
  readonly kind?: BindingKind | undefined;
  /** The kind of the file format, where it is known. */
  readonly format?: FormatKind | undefined;
}

const segmentation: IOPort = { type: 'segmentation', side: 'source' };
const alignment: IOPort = { type: 'alignment', side: 'source' };

/** Types that only a store has from an earlier run. */
export const storeOnlyTypes: readonly string[] = Object.freeze(['qa', 'tm-match', 'word-count']);
const storedTypes = ['alignment', 'term', 'entity', 'alt-translation'];

/** The ports that are there before the first step. An unsegmented block is one segment, so that port always is. */
export function startPorts({ kind, format }: SourceBinding): readonly IOPort[] {
  switch (kind) {
    case 'file':
    case 'none':
      return format === 'bilingual' || format === 'multilingual' ? [segmentation, targetPort] : [segmentation];
    case 'interchange':
      return [segmentation, targetPort, alignment];
    case 'store':
      return [segmentation, targetPort, ...onBothSides([...storedTypes, ...storeOnlyTypes])];
    case undefined:
      return [segmentation, targetPort, ...onBothSides(storedTypes)];
  }
}

function onBothSides(types: readonly string[]): IOPort[] {
  return types.flatMap((type) => [
    { type, side: 'source' },
    { type, side: 'target' },
  ]);
}
