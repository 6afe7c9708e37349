import type { Runs } from '@helve/flow';
import { pluralCategories } from '@helve/flow/content';
import type { PluralCategory } from '../plural/plan-members.js';
import type { RawEdit } from './raw-edit.js';
import { withTags, type ValueRange } from './value-range.js';

/** One form of a plural as the file spells it, by positions in one text. */
export interface WrittenItem {
  readonly category: PluralCategory;
  readonly start: number;
  readonly end: number;
  /** Place of its value. */
  readonly value: ValueRange;
  /** Its value as it was read. */
  readonly raw: string;
  /** Place of its category. */
  readonly categoryAt: readonly [start: number, end: number];
}

/** The items that a plural shall have, and how their values are written. */
export interface PluralItems {
  readonly members: ReadonlyMap<PluralCategory, Runs>;
  /** True for an item that stays although content has no form for it. */
  isKept(category: PluralCategory): boolean;
  /** True when the item has this content already. */
  isSame(item: WrittenItem, runs: Runs): boolean;
  /** Writes content in the notation of another value. */
  encode(runs: Runs, raw: string): string;
}

/** Plans the edits of the items of a plural: changed ones in place, new ones beside their neighbour and like it. */
export function pluralEdits(raw: string, written: readonly WrittenItem[], items: PluralItems): readonly RawEdit[] {
  const known = new Map(written.map((item) => [item.category, item]));
  const edits: RawEdit[] = [];
  for (const category of pluralCategories) {
    const runs = items.members.get(category);
    const item = known.get(category);
    if (item && runs) edits.push(...changed(item, runs, items));
    else if (item && !items.isKept(category))
      edits.push({ start: spaceBefore(raw, item.start), end: item.end, text: '' });
    else if (runs) edits.push(added(category, runs, raw, written, items));
  }
  return edits;
}

function changed(item: WrittenItem, runs: Runs, items: PluralItems): readonly RawEdit[] {
  if (items.isSame(item, runs)) return [];
  const { start, end, emptyTag } = item.value;
  return [{ start, end, text: withTags(items.encode(runs, item.raw), emptyTag) }];
}

/** Puts an item behind the nearest one of a lower category, or else before all others. */
function added(
  category: PluralCategory,
  runs: Runs,
  raw: string,
  written: readonly WrittenItem[],
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
function likeItem(item: WrittenItem, category: string, content: string, raw: string): string {
  const [from, to] = item.categoryAt;
  const { value } = item;
  const head = raw.slice(item.start, from) + category + raw.slice(to, value.start);
  return head + withTags(content, value.emptyTag) + raw.slice(value.end, item.end);
}

function spaceBefore(raw: string, at: number): number {
  return raw.slice(0, at).trimEnd().length;
}
