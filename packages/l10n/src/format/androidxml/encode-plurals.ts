import type { Runs } from '@helve/flow';
import { formOf, pluralCategories } from '@helve/flow/content';
import type { PluralCategory } from '../plural/plan-members.js';
import { sameRuns } from '../same-runs.js';
import { applyEdits, type RawEdit } from '../xml/raw-edit.js';
import { withTags } from '../xml/value-range.js';
import type { PluralsEntry, WrittenItem } from './resource-entry.js';

/** The items that a plural shall have, and how their values are written. */
export interface PluralItems {
  readonly members: ReadonlyMap<PluralCategory, Runs>;
  /** True for an item that stays although content has no form for it. */
  isKept(category: PluralCategory): boolean;
  /** Writes content in the notation of another value. */
  encode(runs: Runs, raw: string): string;
}

/** Writes the items of a plural: changed ones in place, new ones beside their neighbour and like it. */
export function encodePlurals(entry: PluralsEntry, items: PluralItems): string {
  const { raw } = entry;
  const known = new Map(entry.items.map((item) => [item.category, item]));
  const edits: RawEdit[] = [];
  for (const category of pluralCategories) {
    const runs = items.members.get(category);
    const item = known.get(category);
    if (item && runs) edits.push(...changed(item, runs, entry, items));
    else if (item && !items.isKept(category))
      edits.push({ start: spaceBefore(raw, item.start), end: item.end, text: '' });
    else if (runs) edits.push(added(category, runs, entry, items));
  }
  return applyEdits(raw, edits);
}

function changed(
  { category, value, raw }: WrittenItem,
  runs: Runs,
  { content }: PluralsEntry,
  items: PluralItems,
): RawEdit[] {
  const [plural] = content;
  const old = plural?.kind === 'plural' ? formOf(plural, category) : undefined;
  if (old && sameRuns(old, runs)) return [];
  const { start, end, emptyTag } = value;
  return [{ start, end, text: withTags(items.encode(runs, raw), emptyTag) }];
}

/** Puts an item behind the nearest one of a lower category, or else before all others. */
function added(
  category: PluralCategory,
  runs: Runs,
  { raw, items: written }: PluralsEntry,
  items: PluralItems,
): RawEdit {
  const rank = (item: WrittenItem): number => pluralCategories.indexOf(item.category);
  const stays = ({ category: own }: WrittenItem): boolean => items.members.has(own) || items.isKept(own);
  const neighbours = written.some(stays) ? written.filter(stays) : written;
  const lower = neighbours.filter((item) => rank(item) < pluralCategories.indexOf(category));
  const model = lower.toSorted((one, other) => rank(other) - rank(one))[0] ?? neighbours[0];
  if (model === undefined) return { start: 0, end: 0, text: '' };
  const space = raw.slice(spaceBefore(raw, model.start), model.start);
  const at = lower.length > 0 ? model.end : model.start - space.length;
  return { start: at, end: at, text: space + likeItem(model, category, items.encode(runs, model.raw), raw) };
}

/** Copies an item with another category and another value. */
function likeItem(
  { start, end, value, quantityAt }: WrittenItem,
  category: string,
  content: string,
  raw: string,
): string {
  const [from, to] = quantityAt;
  const head = raw.slice(start, from) + category + raw.slice(to, value.start);
  return head + withTags(content, value.emptyTag) + raw.slice(value.end, end);
}

function spaceBefore(raw: string, at: number): number {
  return raw.slice(0, at).trimEnd().length;
}
