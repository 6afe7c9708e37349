import type { JsonObject } from '@helve/core';
import { codePointLabel } from '../../text/code-point-label.js';
import { scriptOf } from '../../text/script-of.js';
import { unicodeBlockOf } from '../../text/unicode-block.js';
import type { CharCounts } from './char-counts.js';

/** Grouping of characters. */
type CharGrouping = 'none' | 'locale' | 'script';

/** Lists the characters of some counts in groups, each with its block and its count by locale. */
export function listChars(counts: CharCounts, groupBy: CharGrouping): readonly JsonObject[] {
  const groups = new Map<string, Map<string, Record<string, number>>>();
  for (const [locale, ofLocale] of Object.entries(counts)) {
    for (const [char, count] of Object.entries(ofLocale)) {
      const name = groupName(char, locale, groupBy);
      const group = groups.get(name) ?? new Map<string, Record<string, number>>();
      groups.set(name, group);
      group.set(char, { ...group.get(char), [locale]: count });
    }
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, group]) => toGroup(name, group));
}

/** Counts the distinct characters, and all occurrences. */
export function toTotals(counts: CharCounts): { readonly characters: number; readonly occurrences: number } {
  const chars = new Set(Object.values(counts).flatMap(Object.keys));
  const each = Object.values(counts).flatMap((ofLocale) => Object.values(ofLocale));
  return { characters: chars.size, occurrences: each.reduce((sum, count) => sum + count, 0) };
}

function groupName(char: string, locale: string, groupBy: CharGrouping): string {
  if (groupBy === 'none') return 'all';
  return groupBy === 'locale' ? locale : scriptOf(char);
}

function toGroup(group: string, chars: ReadonlyMap<string, Readonly<Record<string, number>>>): JsonObject {
  const sorted = [...chars].toSorted(([one], [other]) => codePoint(one) - codePoint(other));
  return {
    group,
    unicodeRange: unicodeRange(sorted.map(([char]) => codePoint(char))),
    characters: sorted.map(([char, counts]) => {
      return { codePoint: codePointLabel(char), character: char, block: unicodeBlockOf(char), counts: { ...counts } };
    }),
  };
}

function codePoint(char: string): number {
  return char.codePointAt(0) ?? 0;
}

/** Formats ascending code points as the CSS descriptor of a font. */
export function unicodeRange(points: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const point of points) {
    const range = ranges.at(-1);
    if (range?.[1] === point - 1) range[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase();
  return ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}
