import { deepFreeze } from '@helve/core';
import type { LocaleId, Runs } from '@helve/flow';
import type { TmEntry } from '@helve/l10n';

/** An entry without its id, short: a million of them are written in one import. Content that is one text is that text. */
type EntryItems = readonly [
  variants: { readonly [locale: LocaleId]: Runs | string },
  properties: TmEntry['properties'],
  origins: TmEntry['origins'],
  createdAt: string,
  updatedAt: string,
  entities: TmEntry['entities'],
  project: string | null,
  note: string | null,
];

/** What the table of entries holds of an entry beside its id. */
export function toEntryText(entry: TmEntry): string {
  const { variants, properties, origins, createdAt, updatedAt, entities, project = null, note = null } = entry;
  const short: Record<LocaleId, Runs | string> = {};
  for (const locale of Object.keys(variants)) short[locale] = toShort(variants[locale] ?? []);
  const items: EntryItems = [short, properties, origins, createdAt, updatedAt, entities, project, note];
  return JSON.stringify(items);
}

/** The entry that `toEntryText` was given. */
export function fromEntryText(id: string, text: string): TmEntry {
  const [short, properties, origins, createdAt, updatedAt, entities, project, note] = JSON.parse(text) as EntryItems;
  const variants: Record<LocaleId, Runs> = {};
  for (const locale of Object.keys(short)) variants[locale] = fromShort(short[locale] ?? []);
  return deepFreeze({
    id,
    variants,
    entities,
    properties,
    ...(note === null ? undefined : { note }),
    origins,
    ...(project === null ? undefined : { project }),
    createdAt,
    updatedAt,
  });
}

function toShort(runs: Runs): Runs | string {
  const [run] = runs;
  return runs.length === 1 && run?.kind === 'text' ? run.text : runs;
}

function fromShort(content: Runs | string): Runs {
  return typeof content === 'string' ? [{ kind: 'text', text: content }] : content;
}
