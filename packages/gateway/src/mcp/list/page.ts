import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** A part of a list, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** Cuts a list into pages. A cursor names the last item before its page, so that it outlives changes of the list. */
export function toPages<Item>(items: readonly Item[], keyOf: (item: Item) => string, size: number): Page<Item>[] {
  const pages: Page<Item>[] = [];
  for (let at = 0; at === 0 || at < items.length; at += size) pages.push(pageAt(items, keyOf, at, size));
  return pages;
}

/** The page after a cursor, of a list in the order of its keys. */
export function pageAfter<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  cursor: string | undefined,
  size: number,
): Page<Item> {
  if (cursor === undefined) return pageAt(items, keyOf, 0, size);
  const last = readCursor(cursor);
  const at = items.findIndex((item) => keyOf(item) > last);
  return pageAt(items, keyOf, at === -1 ? items.length : at, size);
}

export function byKey<Item>(keyOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b)));
}

function pageAt<Item>(items: readonly Item[], keyOf: (item: Item) => string, at: number, size: number): Page<Item> {
  const part = items.slice(at, at + size);
  const last = part.at(-1);
  return at + size < items.length && last !== undefined
    ? { items: part, nextCursor: toCursor(keyOf(last)) }
    : { items: part };
}

const prefix = 'after:';

function toCursor(key: string): string {
  return Buffer.from(prefix + key).toString('base64url');
}

function readCursor(cursor: string): string {
  const text = /^[\w-]{1,2048}$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString() : '';
  if (text.startsWith(prefix) && toCursor(text.slice(prefix.length)) === cursor) return text.slice(prefix.length);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Cannot read the cursor: it is not one of this server');
}
