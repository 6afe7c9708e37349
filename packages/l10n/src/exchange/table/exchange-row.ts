import { AnnoNote, payloadOf, type Block, type LocaleId } from '@helve/flow';
import { EXCHANGE_PROPERTY, REFERENCES_PROPERTY } from '../../format/generate/exchange-mark.js';
import { contextOf } from '../../format/xliff/generate/new-units.js';
import { cellText, codeLegend, codeNumbers } from './cell-text.js';

/** Columns of a table of units, in order. `source` and `target` are followed by their language in the header. */
export const tableColumns = Object.freeze([
  'id',
  'name',
  'source',
  'target',
  'state',
  'codes',
  'context',
  'note',
  'maxlength',
  'reference',
  'hash',
] as const);
export type TableColumn = (typeof tableColumns)[number];

/** One unit as a row of a table. */
export type ExchangeRow = Readonly<Record<TableColumn, string>>;

/** Names of the columns as the header has them. */
export function tableHeader(sourceLocale: LocaleId, targetLocale: LocaleId): readonly string[] {
  const named: Readonly<Record<string, string>> = {
    source: `source:${sourceLocale}`,
    target: `target:${targetLocale}`,
  };
  return tableColumns.map((column) => named[column] ?? column);
}

/** Spells a unit as a row. */
export function toExchangeRow(block: Block, targetLocale: LocaleId): ExchangeRow {
  const numbers = codeNumbers(block.source);
  const target = block.targets[targetLocale];
  const [batch = '', unit = block.id, hash = ''] = block.properties[EXCHANGE_PROPERTY]?.split('/') ?? [];
  const notes = payloadOf(block.annotations[AnnoNote], 'note')?.items ?? [];
  return {
    id: `${batch}/${unit}`,
    name: block.name,
    source: cellText(block.source, numbers),
    target: target === undefined ? '' : cellText(target.runs, numbers),
    state: block.translatable ? (target?.status ?? '') : 'locked',
    codes: codeLegend(block.source),
    context: contextOf(block) ?? '',
    note: notes.map(({ text }) => text).join('\n'),
    maxlength: String(block.displayHint?.maxLength ?? ''),
    reference: block.properties[REFERENCES_PROPERTY] ?? '',
    hash,
  };
}
