import type { FormatDefinition } from '../define-format.js';
import { BilingualLosses } from '../xliff/bilingual-losses.js';
import { dialectFinders } from '../xliff/dialect/dialect-finder.js';
import { writeBilingual } from '../xliff/write-bilingual.js';
import { encodeUnit } from './encode-unit.js';
import type { Xliff2Options } from './options.js';

/** Writes an XLIFF 2 file around the changed units, or a new one. */
export const writeXliff2: FormatDefinition<Xliff2Options>['write'] = async ({ options, ...request }) => {
  if (request.skeleton === undefined)
    return (await import('./generate/generate.js')).generateXliff2({ ...request, options });
  const finderOf = dialectFinders(options);
  const losses = new BilingualLosses();
  return writeBilingual({
    ...request,
    losses,
    encodeUnit: (unit) => encodeUnit(unit, finderOf(unit.form.dialect), losses),
  });
};
