import { isPlainObject, type Json, type JsonObject } from '@helve/core';

/** Sums up the reports of blocks, by document and in total. */
export function mergeCounts(
  reports: readonly { readonly document: string; readonly entries: readonly Json[] }[],
): Json {
  const counted = reports.map(({ document, entries }) => ({ document, counts: entries.reduce<Json>(addCounts, {}) }));
  const documents = counted.map(({ document, counts }) => ({
    file: document,
    ...(isPlainObject(counts) ? counts : {}),
  }));
  return { totals: counted.reduce<Json>((sum, { counts }) => addCounts(sum, counts), {}), documents };
}

/** Adds numbers, and objects member by member. */
export function addCounts(one: Json, other: Json): Json {
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  if (!isObject(one) || !isObject(other)) return other;
  const sum: Record<string, Json> = { ...one };
  for (const key of Object.keys(other)) {
    const known = sum[key];
    const value = other[key] ?? null;
    sum[key] = known === undefined ? value : addCounts(known, value);
  }
  return sum;
}

function isObject(value: Json): value is JsonObject {
  return isPlainObject(value);
}
