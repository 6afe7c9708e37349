import { isPlainObject, sha256, type Json } from '@helve/core';
import { isLargerThan } from './argument/is-larger-than.js';

/** Maximum nesting that is kept of a value. */
const MAX_DEPTH = 64;
const MAX_MEMBERS = 10_000;
/** Bytes kept of a text above the limit; its length and hash stand for the rest. */
const HEAD_BYTES = 4096;

interface Budget {
  members: number;
  units: number;
}

/** Converts a value to plain JSON: describes what JSON cannot hold, and cuts what is endless. Never throws. */
export function toPlainJson(value: unknown, maxBytes: number): Json {
  const budget = { members: MAX_MEMBERS, units: maxBytes };
  try {
    return describe(value, 1, budget, maxBytes);
  } catch {
    return '[a value that cannot be read]';
  }
}

/** Keeps a text that JSON can hold and that is within the limit; else enough of it to identify it. */
export function keepText(text: string, maxBytes: number): Json {
  if (!isLargerThan(text, maxBytes)) return text.isWellFormed() ? text : { escaped: JSON.stringify(text).slice(1, -1) };
  return { head: firstLine(text), length: text.length, sha256: sha256(text) };
}

function firstLine(text: string): string {
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

/** Describes a text by its hash when it is too large by itself; leaves out others that no longer fit. */
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
