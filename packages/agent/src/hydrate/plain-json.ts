import { isPlainObject, sha256, type Json } from '@helve/core';
import { isLargerThan } from './argument/is-larger-than.js';

/** How much of a value is kept. */
const MAX_DEPTH = 64;
const MAX_MEMBERS = 10_000;
/** How much of a text above the limit is kept; its length and its hash say the rest. */
const HEAD_BYTES = 4096;

interface Budget {
  members: number;
  units: number;
}

/** A value as plain JSON: what JSON cannot hold is described, and what is endless is cut. Never throws. */
export function toPlainJson(value: unknown, maxBytes: number): Json {
  const budget = { members: MAX_MEMBERS, units: maxBytes };
  try {
    return describe(value, 1, budget, maxBytes);
  } catch {
    return '[a value that cannot be read]';
  }
}

/** A text as it was sent, if JSON can hold it and it is not too large; else as much as tells which one it was. */
export function keepText(text: string, maxBytes: number): Json {
  if (!isLargerThan(text, maxBytes)) return text.isWellFormed() ? text : { escaped: JSON.stringify(text).slice(1, -1) };
  return { head: headOf(text), length: text.length, sha256: sha256(text) };
}

function headOf(text: string): string {
  const bytes = new TextEncoder().encode(text.slice(0, HEAD_BYTES)).subarray(0, HEAD_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}

function describe(value: unknown, depth: number, budget: Budget, maxBytes: number): Json {
  switch (typeof value) {
    case 'string':
      return describeText(value, budget, maxBytes);
    case 'number':
      return Number.isFinite(value) ? value : `[${value}]`;
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : describeObject(value, depth, budget, maxBytes);
    case 'function':
      return `[function ${value.name}]`;
    case 'bigint':
    case 'symbol':
      return `[${typeof value} ${String(value)}]`;
    default:
      return '[undefined]';
  }
}

/** A text that is too large by itself is told by its hash; others that do not fit any more are left out. */
function describeText(text: string, budget: Budget, maxBytes: number): Json {
  if (isLargerThan(text, maxBytes)) return keepText(text, maxBytes);
  budget.units -= text.length;
  return budget.units < 0 ? '[more than is kept]' : keepText(text, maxBytes);
}

function describeObject(value: object, depth: number, budget: Budget, maxBytes: number): Json {
  if (value instanceof Date) return `[Date ${Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString()}]`;
  if (!Array.isArray(value) && !isPlainObject(value)) return `[${value.constructor?.name || 'object'}]`;
  if (depth > MAX_DEPTH) return '[deeper than is kept]';
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value.slice(0, MAX_MEMBERS)) {
      if ((budget.members -= 1) < 0) return [...items, '[more than is kept]'];
      items.push(describe(item, depth + 1, budget, maxBytes));
    }
    return items;
  }
  const members: [string, Json][] = [];
  for (const name of Object.keys(value)) {
    if ((budget.members -= 1) < 0) break;
    budget.units -= name.length;
    members.push([name.slice(0, HEAD_BYTES).toWellFormed(), describe(value[name], depth + 1, budget, maxBytes)]);
  }
  // Defined by `fromEntries`, so that no name can touch a prototype.
  return Object.fromEntries(members);
}
