import type { NewEntry } from '@helve/flow/content';
import { insertOrder, type EntryKey } from './insert-order.js';
import type { TextSplice } from './splice-text.js';

/** An entry of a document that stands on lines of its own, in UTF-16 units. */
export interface LineEntry {
  /** Name of its block, or id. */
  readonly key: string;
  /** Where its first line begins, comment included. */
  readonly start: number;
  /** Where the line after its last begins. */
  readonly end: number;
  /** Range to take out, where that is more: with a blank line, for example. */
  readonly cut?: { readonly start: number; readonly end: number };
}

/** Request to change the lines of a table of entries. */
export interface LineInsertion<Entry extends LineEntry> {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly added: readonly NewEntry[];
  readonly remove: readonly string[];
  /** Where entries go when the document has none. */
  readonly head: number;
  readonly lineEnd: string;
  /** Lines between two entries: nothing, or a blank line. */
  readonly gap?: string;
  /** Default: `name`. */
  readonly key?: EntryKey;
  /** Spells an entry in the manner of a neighbour, without the last line end. */
  spell(entry: NewEntry, neighbour: Entry | undefined): string;
}

/**
 * Puts entries on lines of their own behind their neighbours, and takes others out with their lines:
 *
 *     a = 1 ⏎             a = 1 ⏎
 *     c = 3 ⏎      ▸      b = 2 ⏎    behind a
 *                         c = 3 ⏎
 */
export function insertLines<Entry extends LineEntry>(request: LineInsertion<Entry>): readonly TextSplice[] {
  const { entries, added, remove } = request;
  const last = new Map(entries.map((entry) => [entry.key, entry]));
  const order = insertOrder(added, (name) => last.has(name), request.key);
  const [first] = entries;
  const splices: TextSplice[] = [];
  if (first !== undefined) splices.push(...linesAt(first.start, order.head, first, 'before', request));
  else splices.push(...linesAt(request.head, order.head, undefined, 'behind', request));
  const gone = new Set(remove);
  for (const entry of entries) {
    if (gone.has(entry.key)) splices.push({ ...(entry.cut ?? { start: entry.start, end: entry.end }), text: '' });
    const list = last.get(entry.key) === entry ? order.behind(entry.key) : [];
    splices.push(...linesAt(entry.end, list, entry, 'behind', request));
  }
  return splices;
}

function linesAt<Entry extends LineEntry>(
  at: number,
  list: readonly NewEntry[],
  neighbour: Entry | undefined,
  side: 'before' | 'behind',
  { text, lineEnd, gap = '', spell }: LineInsertion<Entry>,
): readonly TextSplice[] {
  if (list.length === 0) return [];
  const lines = list.map((entry) => spell(entry, neighbour));
  return [{ start: at, end: at, text: lines.map(spaced).join('') }];

  function spaced(line: string): string {
    if (side === 'before') return `${line}${lineEnd}${gap}`;
    const before = text.charAt(at - 1);
    if (before === '') return `${line}${lineEnd}`;
    // The last line of a file may have no end: then the new one has none either.
    return before === '\n' || before === '\r' ? `${gap}${line}${lineEnd}` : `${lineEnd}${gap}${line}`;
  }
}
