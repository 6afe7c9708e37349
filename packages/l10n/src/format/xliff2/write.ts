import { valueCodes } from '../format-option.js';
import { codeFinder } from '../code/code-finder.js';
import type { FormatDefinition } from '../define-format.js';
import { BilingualLosses } from '../xliff/bilingual-losses.js';
import { writeBilingual } from '../xliff/write-bilingual.js';
import { encodeUnit } from './encode-unit.js';
import type { Xliff2Options } from './options.js';

/** Writes an XLIFF 2 file around the changed units. */
export const writeXliff2: FormatDefinition<Xliff2Options>['write'] = ({ options, ...request }) => {
  const find = codeFinder(valueCodes(options));
  const losses = new BilingualLosses();
  return writeBilingual({ ...request, losses, encodeUnit: (unit) => encodeUnit(unit, find, losses) });
};
