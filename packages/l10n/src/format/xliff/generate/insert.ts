import type { InsertRequest } from '@helve/flow/content';
import type { XliffOptions } from '../options.js';
import { insertUnits } from './insert-units.js';
import { spellUnit } from './new-unit.js';

/** Puts trans-units into an XLIFF 1.2 file, and takes others out. */
export function insertXliff(request: InsertRequest<XliffOptions>): Promise<Uint8Array> {
  const spell = (block: Parameters<typeof spellUnit>[0], id: string) => spellUnit(block, id, undefined);
  return insertUnits(request, { format: 'xliff', unit: 'trans-unit', holder: 'body', spell });
}
