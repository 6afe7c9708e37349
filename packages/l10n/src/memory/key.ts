import { sha256 } from '@helve/core';
import type { LocaleId, Runs, OverlaySpan } from '@helve/flow';
import { flattenRuns, generalizedText, plainText, structuralText } from '@helve/flow/content';
import { keyTiers, type TmDraft, type TmEntry, type TmKey } from './contract.js';
import { entitySpans } from './entity-position.js';

/** Texts of some content in each tier. */
export interface KeyTexts {
  readonly plain: string;
  readonly structural: string;
  readonly generalized: string;
}

/** Tiers of a text that is its own key in every way. */
export const ALL_TIERS = keyTiers.plain + keyTiers.structural + keyTiers.generalized;
const irregularSpace = /^\s|\s$|\s\s|[^\S ]/;

/** Normalizes a text for keys: NFC, trimmed, white space collapsed, case kept. */
export function normalText(text: string): string {
  if (isNormal(text)) return text;
  const composed = text.normalize('NFC');
  return irregularSpace.test(composed) ? composed.trim().replaceAll(/\s+/g, ' ') : composed;
}

/** True for most texts in Latin letters: words with single spaces between them, and no combining marks. */
function isNormal(text: string): boolean {
  let afterSpace = true;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x2ff || unit < 0x20 || unit === 0xa0 || (unit === 0x20 && afterSpace)) return false;
    afterSpace = unit === 0x20;
  }
  return !afterSpace;
}

/** Computes the key texts of some content, with the entities over it. */
export function keyTexts(runs: Runs, entities: readonly Pick<OverlaySpan, 'id' | 'range' | 'value'>[] = []): KeyTexts {
  const only = entities.length === 0 ? plainText(runs) : undefined;
  if (only !== undefined) {
    const text = normalText(only);
    return { plain: text, structural: text, generalized: text };
  }
  return {
    plain: normalText(flattenRuns(runs)),
    structural: normalText(structuralText(runs)),
    generalized: normalText(generalizedText(runs, entities)),
  };
}

/** Joins equal texts to one with the sum of their tiers; leaves out empty ones. */
export function joinTiers(texts: KeyTexts): readonly { readonly text: string; readonly tiers: number }[] {
  const { plain, structural, generalized } = texts;
  // The common case: no codes and no entities.
  if (plain === structural && plain === generalized) return plain === '' ? [] : [{ text: plain, tiers: ALL_TIERS }];
  const joined = new Map<string, number>();
  for (const tier of ['plain', 'structural', 'generalized'] as const) {
    const text = texts[tier];
    if (text !== '') joined.set(text, (joined.get(text) ?? 0) + keyTiers[tier]);
  }
  return Array.from(joined, ([text, tiers]) => ({ text, tiers }));
}

/** Computes all keys of an entry. */
export function entryKeys({ variants, entities }: Pick<TmEntry, 'variants' | 'entities'>): readonly TmKey[] {
  const keys: TmKey[] = [];
  for (const locale of Object.keys(variants)) keys.push(...variantKeys(locale, variants[locale] ?? [], entities));
  return keys;
}

/** Computes the keys of one variant. */
export function variantKeys(locale: LocaleId, runs: Runs, entities: TmEntry['entities']): readonly TmKey[] {
  const joined = joinTiers(variantTexts(runs, entities, locale));
  return joined.map(({ text, tiers }) => ({ locale, tiers, text, hash: keyHash(text) }));
}

/** Computes the key texts of one variant of an entry. */
export function variantTexts(runs: Runs, entities: TmEntry['entities'], locale: LocaleId): KeyTexts {
  return keyTexts(runs, entities.length === 0 ? [] : entitySpans(runs, entities, locale));
}

/** Computes the id of an entry from the texts and codes of its variants. */
export function entryId({ variants }: Pick<TmDraft, 'variants'>): string {
  let texts = '';
  for (const locale of Object.keys(variants).sort()) {
    const runs = variants[locale] ?? [];
    const text = plainText(runs) ?? structuralText(runs);
    texts += `${texts === '' ? '' : ','}[${toJson(locale)},${toJson(text)}]`;
  }
  return sha256(`[${texts}]`).slice(0, 32);
}

// oxlint-disable-next-line no-control-regex -- JSON escapes these
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Encodes a text as JSON; most need no escapes. */
function toJson(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Hashes a text to an integer of 53 bits; callers compare the texts too. */
export function keyHash(text: string): number {
  let one = 0x2545f491;
  let other = 0x6c8e9cf5;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 15), 0x85ebca6b) ^ (other >>> 13);
  other = Math.imul(other ^ (other >>> 16), 0xc2b2ae35) ^ (one >>> 14);
  return (other & 0x1fffff) * 2 ** 32 + (one >>> 0);
}
