import { deepFreeze } from '@helve/core';
import type { KeyTier, TmEntry, TmFilter, TmKeyRow, TmSession } from '@helve/l10n';
import { fromColumnText } from '../column-text.js';

/** The bit of each tier in the column `tiers`. */
export const tierBits: { readonly [tier in KeyTier]: number } = { plain: 1, structural: 2, generalized: 4 };

export function fromEntryText(text: string): TmEntry {
  return deepFreeze(JSON.parse(text) as TmEntry);
}

export function fromSessionText(text: string): TmSession {
  return deepFreeze(JSON.parse(text) as TmSession);
}

/** Parses a list of keys, which both databases return as one text: faster than row by row. */
export function toKeyRows(locale: string, json: string): TmKeyRow[] {
  const rows = JSON.parse(json) as readonly (readonly [number, string, number, number, string])[];
  return rows.map(([number, entry, tiers, hash, text]) => ({
    locale,
    number,
    entry: fromColumnText(entry),
    tiers,
    hash,
    text: fromColumnText(text),
  }));
}

export function matchesFilter({ variants, project, id }: TmEntry, filter: TmFilter): boolean {
  if (filter.after !== undefined && id <= filter.after) return false;
  if (filter.project !== undefined && project !== filter.project) return false;
  return filter.locales?.every((locale) => Object.hasOwn(variants, locale)) ?? true;
}
