import { isPlainObject, type Json } from '@helve/core';

interface Sized {
  readonly value: Json;
  /** Bytes of its JSON text. */
  readonly bytes: number;
}

const encoder = new TextEncoder();

/** Limits every string and list of a JSON value to a number of bytes; each cut says how much was left out. */
export function cutValue(value: unknown, maxBytes: number): Sized {
  if (typeof value === 'string') return cutText(value, maxBytes);
  if (Array.isArray(value)) return cutList(value, maxBytes);
  if (isPlainObject(value)) return cutMembers(value, maxBytes);
  return sized(value as Json);
}

/** Counts the bytes of a value's JSON text. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value) ?? '').length;
}

function cutText(text: string, maxBytes: number): Sized {
  // Every character takes at least one byte, so a longer text need not be measured.
  if (text.length <= maxBytes) {
    const complete = sized(text);
    if (complete.bytes <= maxBytes) return complete;
  }
  for (let length = Math.min(text.length, maxBytes); ;) {
    const head = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
    const cut = sized(`${head}… [cut: ${head.length} of ${text.length} characters]`);
    if (cut.bytes <= maxBytes || length === 0) return cut;
    // Shortens by the excess, at the bytes per character of this text.
    length = Math.max(0, Math.min(length - 1, Math.floor((length * (2 * maxBytes - cut.bytes)) / maxBytes)));
  }
}

function cutList(list: readonly unknown[], maxBytes: number): Sized {
  const items: Json[] = [];
  let bytes = 2;
  for (const item of list) {
    const cut = cutValue(item, maxBytes);
    if (bytes + cut.bytes + 1 > maxBytes) {
      const note = sized(`[cut: ${items.length} of ${list.length} items]`);
      return { value: [...items, note.value], bytes: bytes + note.bytes };
    }
    items.push(cut.value);
    bytes += cut.bytes + 1;
  }
  return { value: items, bytes };
}

function cutMembers(object: Record<string, unknown>, maxBytes: number): Sized {
  const members: [string, Json][] = [];
  let bytes = 2;
  for (const [key, member] of Object.entries(object)) {
    if (member === undefined) continue;
    const cut = cutValue(member, maxBytes);
    members.push([key, cut.value]);
    bytes += jsonBytes(key) + cut.bytes + 2;
  }
  return { value: Object.fromEntries(members), bytes };
}

function sized(value: Json): Sized {
  return { value, bytes: jsonBytes(value) };
}
