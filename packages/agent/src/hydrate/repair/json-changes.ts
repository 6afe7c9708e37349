import { isPlainObject, type Json, pointerTo } from '@helve/core';
import type { RepairChange } from '../../contract/hydration.js';

const MAX_CHANGES = 100;

/** Lists the differences between two values by pointer; a missing member counts as null. */
export function jsonChanges(from: Json, to: Json, rule: string): RepairChange[] {
  const changes: RepairChange[] = [];
  compare(from, to, '', rule, changes);
  return changes;
}

function compare(from: Json, to: Json, pointer: string, rule: string, changes: RepairChange[]): void {
  if (changes.length >= MAX_CHANGES || Object.is(from, to)) return;
  if (isPlainObject(from) && isPlainObject(to)) {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const memberPointer = pointerTo(pointer, name);
      compare(readMember(from, name), readMember(to, name), memberPointer, rule, changes);
    }
  } else if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [index, item] of from.entries()) {
      compare(item as Json, to[index] as Json, `${pointer}/${index}`, rule, changes);
    }
  } else changes.push({ pointer, from, to, rule });
}

function readMember(object: Record<string, unknown>, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] as Json) : null;
}
