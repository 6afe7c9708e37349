import { valueCodes } from '../format-option.js';
import { codeFinder } from '../code/code-finder.js';
import type { FormatDefinition } from '../define-format.js';
import { BilingualLosses } from './bilingual-losses.js';
import { encodeUnit } from './encode-unit.js';
import type { XliffOptions } from './options.js';
import { writeBilingual } from './write-bilingual.js';

/** Writes an XLIFF 1.2 file around the changed units, or a new one. */
export const writeXliff: FormatDefinition<XliffOptions>['write'] = async ({ options, ...request }) => {
  if (request.skeleton === undefined) return (await import('./generate/generate.js')).generateXliff(request);
  const encoding = {
    find: codeFinder(valueCodes(options)),
    state: options.targetState === 'by status' ? undefined : options.targetState,
  };
  return writeBilingual({
    ...request,
    losses: new BilingualLosses(),
    encodeUnit: (unit) => encodeUnit(unit, encoding),
  });
};
