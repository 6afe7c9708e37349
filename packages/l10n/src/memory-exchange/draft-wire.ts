import { textRun, type LocaleId, type Runs } from '@helve/flow';
import { plainText } from '@helve/flow/content';
import type { TmDraft, TmKey } from '../memory/contract.js';
import { ALL_TIERS, entryId, keyHash, normalText, variantKeys } from '../memory/key.js';

/** Marks a value that equals that of the previous draft. */
const SAME = 0;

/** A draft on its way between threads, with its id and keys: short, since there are many. */
type WireDraft = readonly [
  id: string,
  variants: readonly WireVariant[],
  properties: NonNullable<TmDraft['properties']> | null,
  origins: NonNullable<TmDraft['origins']> | null | typeof SAME,
  createdAt: string | null | typeof SAME,
  updatedAt: string | null | typeof SAME,
  rest: Pick<TmDraft, 'entities' | 'note' | 'project'> | null,
];

/** A variant on its way: a single text that is its own only key becomes the text and the hash of the key. */
type WireVariant =
  | readonly [locale: LocaleId, text: string, hash: number]
  | readonly [locale: LocaleId, runs: Runs, keys: readonly Omit<TmKey, 'locale'>[]];

/** Facts that the drafts of one file mostly share. */
type CommonFacts = Pick<TmDraft, 'origins' | 'createdAt' | 'updatedAt'>;

/** Encodes drafts as one text, which crosses to another thread faster than objects. */
export function toWireText(drafts: readonly TmDraft[]): string {
  let before: CommonFacts = {};
  const wired = drafts.map((draft) => {
    const wire = toWire(draft, before);
    before = draft;
    return wire;
  });
  return JSON.stringify(wired);
}

/** Decodes the drafts of `toWireText`, prepared. */
export function fromWireText(text: string): readonly TmDraft[] {
  let before: CommonFacts = {};
  return (JSON.parse(text) as readonly WireDraft[]).map((wire) => (before = fromWire(wire, before)));
}

function toWire(draft: TmDraft, before: CommonFacts): WireDraft {
  const { variants, properties = null, origins, createdAt, updatedAt, entities, note, project } = draft;
  const wired = Object.keys(variants).map((locale) => toVariant(locale, variants[locale] ?? [], entities));
  const hasRest = entities !== undefined || note !== undefined || project !== undefined;
  return [
    entryId(draft),
    wired,
    properties,
    origins === before.origins ? SAME : (origins ?? null),
    createdAt === before.createdAt ? SAME : (createdAt ?? null),
    updatedAt === before.updatedAt ? SAME : (updatedAt ?? null),
    // Undefined values do not cross.
    hasRest ? ({ entities, note, project } as WireDraft[6]) : null,
  ];
}

function toVariant(locale: LocaleId, runs: Runs, entities: TmDraft['entities'] = []): WireVariant {
  const only = entities.length === 0 ? plainText(runs) : undefined;
  if (only !== undefined && only !== '' && normalText(only) === only) return [locale, only, keyHash(only)];
  return [locale, runs, variantKeys(locale, runs, entities).map(({ tiers, text, hash }) => ({ tiers, text, hash }))];
}

function fromWire(wire: WireDraft, before: CommonFacts): TmDraft {
  const [id, wired, properties, origins, createdAt, updatedAt, rest] = wire;
  const variants: Record<LocaleId, Runs> = {};
  const keys: TmKey[] = [];
  for (const variant of wired) readVariant(variant, variants, keys);
  const draft: Mutable<TmDraft> = { variants, prepared: { id, keys } };
  if (properties !== null) draft.properties = properties;
  const [ownOrigins, created, updated] = [
    origins === SAME ? before.origins : origins,
    createdAt === SAME ? before.createdAt : createdAt,
    updatedAt === SAME ? before.updatedAt : updatedAt,
  ];
  if (ownOrigins) draft.origins = ownOrigins;
  if (created) draft.createdAt = created;
  if (updated) draft.updatedAt = updated;
  return rest === null ? draft : { ...draft, ...rest };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readVariant(variant: WireVariant, variants: Record<LocaleId, Runs>, keys: TmKey[]): void {
  const locale = variant[0];
  if (typeof variant[1] === 'string') {
    const [, text, hash] = variant as Extract<WireVariant, readonly [string, string, number]>;
    variants[locale] = [textRun(text)];
    keys.push({ locale, tiers: ALL_TIERS, text, hash });
    return;
  }
  const [, runs, own] = variant as Exclude<WireVariant, readonly [string, string, number]>;
  variants[locale] = runs;
  for (const { tiers, text, hash } of own) keys.push({ locale, tiers, text, hash });
}
