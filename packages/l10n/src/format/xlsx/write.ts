import type { Block } from '@helve/flow';
import type { WriteContext } from '@helve/flow/content';
import type { FormatDefinition } from '../define-format.js';
import { unwritable } from '../format-error.js';
import { writePackage } from '../package/write-package.js';
import { sameRuns } from '../same-runs.js';
import { pickMonolingual, spliceDocument, type ValueCodec } from '../splice-document.js';
import { createReferenceEscaper } from '../xml/reference-escaper.js';
import { encodeItem } from './encode-item.js';
import type { XlsxOptions } from './options.js';
import { generateXlsx } from './generate.js';
import { encodePlace, toPlaceForm } from './place-text.js';
import { SheetCell } from './sheet-cell.js';
import { fromItemForm } from './string-item.js';
import { pointToCopies, type StringCopy } from './string-copies.js';

/** Writes a workbook: changed strings stand where they stood, and cells that are not read keep theirs. */
export const writeXlsx: FormatDefinition<XlsxOptions>['write'] = async (request) => {
  if (request.skeleton === undefined) return generateXlsx(request);
  const copies: StringCopy[] = [];
  return writePackage(request, {
    write: (member) => spliceDocument({ ...member, codec: createCodec(copies) }),
    revise: (edit) => pointToCopies(edit, copies, request),
  });
};

/** Creates the encoding of strings; copies of strings are collected, since cells have to point to them. */
function createCodec(copies: StringCopy[]): ValueCodec {
  return {
    isChanged: (entry, block, ctx) => (entry instanceof SheetCell ? isCellChanged(entry, block, ctx) : undefined),
    pick: (entry, block, ctx) =>
      entry instanceof SheetCell ? entry.pick(block, ctx) : pickMonolingual(entry, block, ctx),
    encode: (runs = [], entry, block, ctx) => {
      if (entry instanceof SheetCell) return entry.spell(runs);
      const place = toPlaceForm(entry.form);
      if (place !== undefined) return encodePlace(runs, place, block.id);
      const form = fromItemForm(entry);
      const { prefix, phonetic, copy } = form;
      const item = encodeItem(runs, form, block.id);
      if (phonetic) ctx.lose({ kind: 'metadata-lost', block: block.id, detail: { what: 'phonetic', count: 1 } });
      if (copy === undefined) return item;
      copies.push({ of: copy.of, number: copy.next + copies.length });
      return `<${prefix}si>${item}</${prefix}si>`;
    },
    escaper: createReferenceEscaper(),
  };
}

function isCellChanged(cell: SheetCell, block: Block, ctx: WriteContext): boolean {
  const { locales } = cell.role;
  const other = Object.keys(block.targets).find((locale) => locales?.includes(locale) === false);
  if (other !== undefined) throw unwritable(block.id, 'xlsx', `the sheet has no column "${other}" for it`);
  return !sameRuns(cell.content, cell.pick(block, ctx));
}
