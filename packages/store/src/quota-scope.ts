import type { QuotaCharge, QuotaVerdict } from '@helve/govern';
import { toColumnText } from './column-text.js';

/** What a count belongs to. One key may stand under several limits, say a second's and a day's: each counts alone. */
export function quotaScope({ algorithm, windowMs, key }: QuotaCharge): string {
  return toColumnText(`${algorithm} ${windowMs} ${key}`);
}

/** Fine if nobody has to wait; else the refusal of the limit that takes longest to free up. */
export function longestWait(waits: readonly { readonly key: string; readonly waitMs: number }[]): QuotaVerdict {
  const [first] = waits.toSorted((a, b) => (a.waitMs === b.waitMs ? 0 : b.waitMs - a.waitMs));
  return first === undefined || first.waitMs === 0 ? { ok: true } : { ok: false, ...first };
}
