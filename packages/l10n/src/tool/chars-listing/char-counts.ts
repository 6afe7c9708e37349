import { isPlainObject, type Json, type JsonObject } from '@helve/core';

/** Count of each character, by locale. */
export type CharCounts = { readonly [locale: string]: { readonly [char: string]: number } };

/** Adds the characters of a text. */
export function countChars(counts: Record<string, Record<string, number>>, locale: string, text: string): void {
  const ofLocale = (counts[locale] ??= {});
  for (const char of text) ofLocale[char] = (ofLocale[char] ?? 0) + 1;
}

/**
 * Creates a function that adds counts. A long document has one sum and adds to it, since its alphabet is larger than
 * any block.
 */
export function createCountsSum(): (one: Json, other: Json) => Json {
  const own = new WeakSet<object>();
  return (one, other) => {
    const sum: Record<string, Record<string, number>> = {};
    if (isPlainObject(one) && own.has(one)) {
      addTo(one as typeof sum, other);
      return one;
    }
    addTo(sum, one);
    addTo(sum, other);
    own.add(sum);
    return sum;
  };
}

/** Sums up the counts of some reports. */
export function sumCounts(entries: readonly Json[]): CharCounts {
  const sum: Record<string, Record<string, number>> = {};
  for (const entry of entries) addTo(sum, entry);
  return sum;
}

function addTo(sum: Record<string, Record<string, number>>, more: Json): void {
  for (const [locale, counts] of Object.entries(toObject(more))) {
    const ofLocale = (sum[locale] ??= {});
    for (const [char, count] of Object.entries(toObject(counts))) {
      ofLocale[char] = (ofLocale[char] ?? 0) + Number(count);
    }
  }
}

function toObject(value: Json): JsonObject {
  return isPlainObject(value) ? value : {};
}
