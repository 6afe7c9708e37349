import { onlyText, textRun, type LocaleId, type Runs } from '@helve/flow';
import type { TmDraft, TmKey } from '../memory/contract.js';
import { ALL_TIERS, entryId, keysOf } from '../memory/key.js';

/** A draft as threads hand it over, with the id and the keys that the other need not make: short, since they are many. */
type WireDraft = readonly [id: string, variants: readonly WireVariant[], rest: Omit<TmDraft, 'variants' | 'prepared'>];

/** Content that is one text, which is its only key as it stands, is that text and the hash of the key. */
type WireVariant =
  | readonly [locale: LocaleId, text: string, hash: number]
  | readonly [locale: LocaleId, runs: Runs, keys: readonly Omit<TmKey, 'locale'>[]];

/** Drafts as one text, which crosses to another thread faster than objects that are copied one by one. */
export function toWireText(drafts: readonly TmDraft[]): string {
  return JSON.stringify(drafts.map(toWire));
}

/** The drafts that `toWireText` was given, prepared. */
export function fromWireText(text: string): readonly TmDraft[] {
  return (JSON.parse(text) as readonly WireDraft[]).map(fromWire);
}

function toWire(draft: TmDraft): WireDraft {
  const { variants, prepared, ...rest } = draft;
  const keys = prepared?.keys ?? keysOf({ variants, entities: rest.entities ?? [] });
  const wired = Object.keys(variants).map((locale) => toVariant(locale, variants[locale] ?? [], keys));
  return [prepared?.id ?? entryId(draft), wired, rest];
}

function toVariant(locale: LocaleId, runs: Runs, keys: readonly TmKey[]): WireVariant {
  const own = keys.filter((key) => key.locale === locale);
  const [key] = own;
  if (own.length === 1 && key?.tiers === ALL_TIERS && key.text === onlyText(runs)) return [locale, key.text, key.hash];
  return [locale, runs, own.map(({ tiers, text, hash }) => ({ tiers, text, hash }))];
}

function fromWire([id, wired, rest]: WireDraft): TmDraft {
  const variants: Record<LocaleId, Runs> = {};
  const keys: TmKey[] = [];
  for (const variant of wired) {
    const locale = variant[0];
    if (typeof variant[1] === 'string') {
      const [, text, hash] = variant as Extract<WireVariant, readonly [string, string, number]>;
      variants[locale] = [textRun(text)];
      keys.push({ locale, tiers: ALL_TIERS, text, hash });
    } else {
      const [, runs, own] = variant as Exclude<WireVariant, readonly [string, string, number]>;
      variants[locale] = runs;
      for (const { tiers, text, hash } of own) keys.push({ locale, tiers, text, hash });
    }
  }
  return { ...rest, variants, prepared: { id, keys } };
}
