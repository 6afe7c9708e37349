import type { Block } from '@helve/flow';
import type { InsertRequest, NewEntry } from '@helve/flow/content';
import type { TextSplice } from '../insert/splice-text.js';
import type { TableEntry } from '../xml/element-table.js';
import type { Resource } from './resource.js';
import { arrayOf } from './spell-resource.js';

/** Changes to a file, with arrays as wholes and their items apart. */
export interface ArrayPlan {
  /** New resources; the first item of a new array stands for all of it. */
  readonly added: readonly NewEntry[];
  /** Resources that go as a whole. */
  readonly remove: readonly string[];
  /** Returns the blocks of a new resource. */
  blocksOf(block: Block): readonly Block[];
  /** Puts items into arrays that are there, and takes others out. */
  itemSplices(text: string, spell: (block: Block) => string): readonly TextSplice[];
}

type ResourceEntry = TableEntry<Resource>;
type ArrayEntry = TableEntry<Resource & { readonly kind: 'array' }>;

/** Plans what happens to arrays: items that a file lacks go behind those that it has, and new arrays get all of theirs. */
export function planArrays(
  { entries, remove }: Pick<InsertRequest, 'entries' | 'remove'>,
  table: readonly ResourceEntry[],
): ArrayPlan {
  const arrays = new Map(table.filter(isArray).map((entry) => [entry.key, entry]));
  const made = new Map<string, Block[]>();
  const items = new Map<ArrayEntry, Block[]>();
  const added: NewEntry[] = [];
  for (const { block, after } of entries) {
    const key = keyOf(block.name);
    const array = arrays.get(key);
    const known = array ? items.get(array) : made.get(key);
    if (known) known.push(block);
    else if (array) items.set(array, [block]);
    else {
      if (key !== block.name) made.set(key, [block]);
      added.push({ block: { ...block, name: key }, ...(after === undefined ? {} : { after: keyOf(after) }) });
    }
  }
  const gone = new Set(remove);
  const isGone = (entry: ArrayEntry): boolean => entry.content.items.every((_, at) => gone.has(itemName(entry, at)));
  return {
    added,
    remove: [...remove, ...[...arrays.values()].filter((entry) => isGone(entry)).map(({ key }) => key)],
    blocksOf: (block) => made.get(block.name) ?? [block],
    itemSplices: (text, spell) => [
      ...[...arrays.values()].filter((entry) => !isGone(entry)).flatMap((entry) => removedItems(entry, gone, text)),
      ...Array.from(items, ([entry, blocks]) => addedItems(entry, blocks.map(spell), text)),
    ],
  };
}

/** Returns the name of an array as a whole, in the way of its items. */
export function arrayKey(name: string): string {
  return `${name}[]`;
}

function isArray(entry: ResourceEntry): entry is ArrayEntry {
  return entry.content.kind === 'array' && entry.content.items.length > 0;
}

function keyOf(name: string): string {
  const array = arrayOf(name);
  return array === undefined ? name : arrayKey(array);
}

function itemName({ content }: ArrayEntry, at: number): string {
  return `${content.name}[${at}]`;
}

function removedItems(entry: ArrayEntry, gone: ReadonlySet<string>, text: string): readonly TextSplice[] {
  return entry.content.items.flatMap((item, at) => {
    if (!gone.has(itemName(entry, at))) return [];
    const start = entry.index + item.start;
    return [{ start: text.slice(0, start).trimEnd().length, end: entry.index + item.end, text: '' }];
  });
}

/** Puts items behind the last one, in its manner. */
function addedItems({ index, content }: ArrayEntry, values: readonly string[], text: string): TextSplice {
  const last = content.items.at(-1);
  const [start, end] = [index + (last?.start ?? 0), index + (last?.end ?? 0)];
  const space = text.slice(text.slice(0, start).trimEnd().length, start);
  return { start: end, end, text: values.map((value) => `${space}<item>${value}</item>`).join('') };
}
