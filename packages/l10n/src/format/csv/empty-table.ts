import { AnnoNote, type Block, type LocaleId } from '@helve/flow';
import type { EmptyDocument } from '../generate/generate-document.js';
import { spellRecord } from './record.js';
import { columnName } from './column.js';
import type { TableOptions } from './options.js';

/** The header of a new table: key, languages, and a column for each fact that some block has. */
export function emptyTable({ options, ctx, blocks }: EmptyDocument<TableOptions>): string {
  const locales = new Set(blocks.flatMap(({ targets }) => Object.keys(targets)));
  if (ctx.targetLocale !== undefined) locales.add(ctx.targetLocale);
  locales.delete(ctx.sourceLocale);
  const has = (holds: (block: Block) => boolean): boolean => blocks.some(holds);
  const columns = [
    'key',
    ...(has(({ properties }) => properties['context'] !== undefined) ? ['context'] : []),
    columnName(ctx.sourceLocale, 'source'),
    ...[...locales].map((locale) => columnName(locale, 'target')),
    ...[...locales].filter((locale) => has(isInWork(locale))).map((locale) => `state:${locale}`),
    ...(has(({ displayHint }) => displayHint?.maxLength !== undefined) ? ['maxlength'] : []),
    ...(has(({ annotations }) => annotations[AnnoNote] !== undefined) ? ['note'] : []),
  ];
  const delimiter = options.delimiter === 'auto' ? ',' : options.delimiter;
  return `${spellRecord(columns, { delimiter, quotes: options.quotes })}\n`;
}

/** True for blocks whose translation has another status than most have. */
function isInWork(locale: LocaleId): (block: Block) => boolean {
  return ({ targets }) => (targets[locale]?.status ?? 'translated') !== 'translated';
}
