import { isPlainObject, type Json } from '@helve/core';
import type { RepairChange } from '../../contract/hydration.js';
import type { ArgumentLimits } from '../argument/argument-limits.js';
import { JsonReader } from '../argument/json-reader.js';
import { Unreadable } from '../argument/unreadable.js';
import { keepText } from '../plain-json.js';

/** A value that the rules made of something broken, and the changes. */
export interface RepairedValue {
  readonly value: Readonly<Record<string, unknown>>;
  readonly changes: readonly RepairChange[];
}

const tolerance = { singleQuotes: true, trailingCommas: true } as const;

/** Reads text that is not JSON by the rules for text: one code fence, trailing commas, double encoding. */
export function repairText(text: string, limits: ArgumentLimits): RepairedValue | undefined {
  const changes: RepairChange[] = [];
  try {
    const first = readTolerantly(withoutFence(text.trim(), changes), limits, changes);
    const value = typeof first === 'string' ? readEncoded(first, limits, changes) : first;
    return isPlainObject(value) && changes.length > 0 ? { value, changes } : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Reads arguments that were encoded as JSON twice. */
function readEncoded(text: string, limits: ArgumentLimits, changes: RepairChange[]): unknown {
  const inner: RepairChange[] = [];
  const value = readTolerantly(text.trim(), limits, inner);
  const from = keepText(text, limits.maxBytes);
  changes.push({ pointer: '', from, to: value as Json, rule: 'double-encoding' }, ...inner);
  return value;
}

function readTolerantly(text: string, limits: ArgumentLimits, changes: RepairChange[]): unknown {
  const { value, trailingCommas } = new JsonReader(text, limits, tolerance).read();
  for (const pointer of trailingCommas) changes.push({ pointer, from: ',', to: '', rule: 'trailing-comma' });
  return value;
}

/**
 * Returns the text inside of one code fence that encloses all of it.
 *
 *     ```json
 *     {"a": 1}
 *     ```
 */
function withoutFence(text: string, changes: RepairChange[]): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text;
  const opening = /^```[\w-]{0,20}/.exec(text)?.[0] ?? '```';
  const inner = text.slice(opening.length, -3);
  if (inner.includes('```')) return text;
  changes.push({ pointer: '', from: opening, to: '', rule: 'code-fence' });
  return inner.trim();
}
