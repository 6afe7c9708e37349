import { deepFreeze } from '@helve/core';
import type { LocaleId, Runs } from '@helve/flow';
import type { TmEntry } from '@helve/l10n';

/** Compact form of an entry without its id: an import writes a million of them. Content that is a single text is that text. */
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

/** Serializes an entry without its id. */
export function toEntryText(entry: TmEntry): string {
  const { variants, properties, origins, createdAt, updatedAt, entities, project, note } = entry;
  let short = '';
  for (const locale of Object.keys(variants)) {
    short += `${short === '' ? '' : ','}${JSON.stringify(locale)}:${JSON.stringify(toShort(variants[locale] ?? []))}`;
  }
  const others =
    entities.length === 0 && project === undefined && note === undefined ? '[],null,null' : otherItems(entry);
  // Concatenated by hand: long texts are written in half the time.
  const dates = `${JSON.stringify(createdAt)},${JSON.stringify(updatedAt)}`;
  return `[{${short}},${JSON.stringify(properties)},${originText(origins)},${dates},${others}]`;
}

function otherItems({ entities, project, note }: TmEntry): string {
  return [entities, project ?? null, note ?? null].map((item) => JSON.stringify(item)).join(',');
}

/** Serializes origins; entries of one import mostly share them. */
function originText(origins: TmEntry['origins']): string {
  if (origins !== last.origins) last = { origins, text: JSON.stringify(origins) };
  return last.text;
}

let last: { readonly origins: TmEntry['origins']; readonly text: string } = { origins: [], text: '[]' };

/** Parses the result of `toEntryText`. */
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
