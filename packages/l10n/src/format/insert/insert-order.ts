import type { NewEntry } from '@helve/flow/content';

/** New entries by the entry of the document that they follow; those at the head follow nothing. */
export interface InsertOrder {
  readonly head: readonly NewEntry[];
  behind(name: string): readonly NewEntry[];
}

/** Field of a block by which its entry is known. */
export type EntryKey = 'name' | 'id';

/** Groups new entries by the entries of a document: one that follows another new entry goes where that one goes. */
export function insertOrder(
  added: readonly NewEntry[],
  isThere: (name: string) => boolean,
  key: EntryKey = 'name',
): InsertOrder {
  const head: NewEntry[] = [];
  const lists = new Map<string, NewEntry[]>();
  const listOfNew = new Map<string, NewEntry[]>();
  for (const entry of added) {
    const list = listFor(entry.after);
    list.push(entry);
    listOfNew.set(entry.block[key], list);
  }
  return { head, behind: (name) => lists.get(name) ?? [] };

  function listFor(after: string | undefined): NewEntry[] {
    if (after === undefined) return head;
    if (!isThere(after)) return listOfNew.get(after) ?? head;
    const known = lists.get(after) ?? [];
    lists.set(after, known);
    return known;
  }
}
