import { fromPointer, isPlainObject, type Issue, type Json } from '@helve/core';
import type { RepairChange } from '../../contract/hydration.js';
import type { ArgumentLimits } from '../argument/argument-limits.js';
import { JsonReader } from '../argument/json-reader.js';
import type { RepairedValue } from './text-rules.js';

/** A replacement for a value, or its removal. */
type Fix = { readonly rule: string } & ({ readonly to: unknown } | { readonly drops: true });

/** Changes the values that issues point at, where a rule applies; undefined where none does. */
export function repairValue(
  value: Readonly<Record<string, unknown>>,
  issues: readonly Issue[],
  limits: ArgumentLimits,
): RepairedValue | undefined {
  const copy = structuredClone(value) as Record<string, unknown>;
  const changes: RepairChange[] = [];
  const done = new Set<string>();
  for (const issue of issues) {
    const member = done.has(issue.pointer) ? undefined : memberAt(copy, issue.pointer);
    const fix = member && fixFor(issue, member.holder[member.key], limits);
    if (member === undefined || fix === undefined) continue;
    done.add(issue.pointer);
    changes.push(change(issue.pointer, member, fix));
  }
  return changes.length === 0 ? undefined : { value: copy, changes };
}

interface Member {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function change(pointer: string, { holder, key }: Member, fix: Fix): RepairChange {
  const from = holder[key] as Json;
  if ('to' in fix) {
    holder[key] = fix.to;
    return { pointer, from, to: fix.to as Json, rule: fix.rule };
  }
  delete holder[key];
  return { pointer, from, to: null, rule: fix.rule };
}

/** Follows a pointer, by own properties only. */
function memberAt(root: Record<string, unknown>, pointer: string): Member | undefined {
  const keys = fromPointer(pointer);
  const key = keys.pop();
  let holder: unknown = root;
  for (const step of keys) holder = isHolder(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
  return key !== undefined && isHolder(holder) && Object.hasOwn(holder, key) ? { holder, key } : undefined;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || isPlainObject(value);
}

function fixFor({ keyword, expected, allowed }: Issue, value: unknown, limits: ArgumentLimits): Fix | undefined {
  if (keyword === 'additionalProperties') return { rule: 'stray-argument', drops: true };
  if (typeof value !== 'string') return undefined;
  if (keyword === 'enum') return enumCase(value, allowed ?? []);
  if (keyword !== 'type') return undefined;
  for (const type of Array.isArray(expected) ? expected : [expected]) {
    const fix = toTyped(value, type, limits);
    if (fix !== undefined) return fix;
  }
  return undefined;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function toTyped(text: string, type: unknown, limits: ArgumentLimits): Fix | undefined {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return { rule: 'boolean-text', to: text === 'true' };
  if ((type === 'integer' || type === 'number') && number.test(text)) {
    const to = Number(text);
    const fits = type === 'integer' ? Number.isSafeInteger(to) : Number.isFinite(to);
    return fits ? { rule: 'number-text', to } : undefined;
  }
  return type === 'object' || type === 'array' ? decoded(text, type, limits) : undefined;
}

/** Decodes a member that was encoded as JSON twice. */
function decoded(text: string, type: 'object' | 'array', limits: ArgumentLimits): Fix | undefined {
  try {
    const { value } = new JsonReader(text, limits).read();
    const fits = type === 'array' ? Array.isArray(value) : isPlainObject(value);
    return fits ? { rule: 'double-encoding', to: value } : undefined;
  } catch {
    // Not JSON: a text like any other.
    return undefined;
  }
}

/** Finds the one allowed value that differs only by case. */
function enumCase(text: string, allowed: readonly Json[]): Fix | undefined {
  const folded = text.toLowerCase();
  const same = allowed.filter((value) => typeof value === 'string' && value.toLowerCase() === folded);
  return same.length === 1 ? { rule: 'enum-case', to: same[0] } : undefined;
}
