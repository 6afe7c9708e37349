import type { FormatDefinition } from '../define-format.js';
import { BilingualLosses } from './bilingual-losses.js';
import { dialects, type DialectName } from './dialect/dialect.js';
import { dialectFinder } from './dialect/dialect-finder.js';
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
    finderOf: once((dialect) => dialectFinder(options, dialects[dialect])),
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

/** Remembers what was made for each dialect; a file has one. */
function once<T>(make: (dialect: DialectName) => T): (dialect: DialectName) => T {
  const made = new Map<DialectName, T>();
  return (dialect) => {
    const known = made.get(dialect) ?? make(dialect);
    made.set(dialect, known);
    return known;
  };
}
