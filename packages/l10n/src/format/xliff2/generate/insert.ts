import type { Block } from '@helve/flow';
import type { InsertRequest } from '@helve/flow/content';
import { insertUnits } from '../../xliff/generate/insert-units.js';
import type { Xliff2Options } from '../options.js';
import { spellUnit } from './new-unit.js';

/** Puts units into an XLIFF 2 file, and takes others out. */
export function insertXliff2(request: InsertRequest<Xliff2Options>): Promise<Uint8Array> {
  const hasForms = Buffer.from(request.bytes).includes('urn:oasis:names:tc:xliff:document:2.2');
  const spell = (block: Block, id: string) => spellUnit(block, id, { targetLocale: undefined, hasForms });
  return insertUnits(request, { format: 'xliff2', unit: 'unit', holder: 'file', spell });
}
