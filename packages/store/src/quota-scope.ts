import type { QuotaCharge, QuotaVerdict } from '@helve/govern';
import { toColumnText } from './column-text.js';

/** Names one counter. A key may have several limits, such as one per second and one per day: each counts separately. */
export function quotaScope({ algorithm, windowMs, key }: QuotaCharge): string {
  return toColumnText(`${algorithm} ${windowMs} ${key}`);
}

/** Returns `ok` when nothing has to wait, else the refusal of the limit with the longest wait. */
export function longestWait(waits: readonly { readonly key: string; readonly waitMs: number }[]): QuotaVerdict {
  const [first] = waits.toSorted((a, b) => (a.waitMs === b.waitMs ? 0 : b.waitMs - a.waitMs));
  return first === undefined || first.waitMs === 0 ? { ok: true } : { ok: false, ...first };
}
