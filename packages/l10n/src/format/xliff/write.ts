import type { FormatDefinition } from '../define-format.js';
import { BilingualLosses } from './bilingual-losses.js';
import { dialectFinders } from './dialect/dialect-finder.js';
import { encodeUnit } from './encode-unit.js';
import type { XliffOptions } from './options.js';
import { encodeVariation } from './variation/encode-variation.js';
import { writeBilingual } from './write-bilingual.js';

/** Writes an XLIFF 1.2 file around the changed units, or a new one. */
export const writeXliff: FormatDefinition<XliffOptions>['write'] = async ({ options, ...request }) => {
  if (request.skeleton === undefined) return (await import('./generate/generate.js')).generateXliff(request);
  const losses = new BilingualLosses();
  const encoding = {
    losses,
    finderOf: dialectFinders(options),
    state: options.targetState === 'by status' ? undefined : options.targetState,
  };
  return writeBilingual({
    ...request,
    losses,
    encodeUnit: (unit) => {
      const { variation } = unit.form;
      return variation === undefined ? encodeUnit(unit, encoding) : encodeVariation(unit, variation, encoding);
    },
  });
};
