import type { QuotaCharge } from '@helve/govern';

/** How much of a bucket is taken, as of a moment. It drains at `limit / windowMs`. */
export interface Bucket {
  readonly taken: number;
  readonly atMs: number;
}

// Draining is a division: without a margin, a caller who waits exactly as long as told could be sent away again.
const MARGIN = 1e-9;

/** The bucket after a charge, or how long to wait until the charge fits. */
export function chargeBucket(
  bucket: Bucket | undefined,
  { limit, windowMs, cost }: QuotaCharge,
  nowMs: number,
): { readonly bucket: Bucket } | { readonly waitMs: number } {
  const drained = drain(bucket, { limit, windowMs }, nowMs);
  const taken = drained.taken + cost;
  if (taken <= limit * (1 + MARGIN)) return { bucket: { ...drained, taken } };
  if (cost > limit) return { waitMs: Number.POSITIVE_INFINITY };
  // A bucket written by a clock that is ahead drains only from its own time on.
  const aheadMs = drained.atMs - nowMs;
  const waitMs = aheadMs + ((taken - limit) * windowMs) / limit;
  return { waitMs: Math.max(1, Math.ceil(waitMs - MARGIN * windowMs)) };
}

/** The bucket with units put back, never beyond full. */
export function refundBucket(bucket: Bucket, { limit, windowMs, cost }: QuotaCharge, nowMs: number): Bucket {
  const drained = drain(bucket, { limit, windowMs }, nowMs);
  return { ...drained, taken: Math.max(0, drained.taken - cost) };
}

function drain(
  bucket: Bucket | undefined,
  { limit, windowMs }: Pick<QuotaCharge, 'limit' | 'windowMs'>,
  nowMs: number,
): Bucket {
  if (bucket === undefined) return { taken: 0, atMs: nowMs };
  // A clock that was set back must not lock anybody out: no bucket needs longer than a window.
  const atMs = bucket.atMs > nowMs + windowMs ? nowMs : bucket.atMs;
  const elapsedMs = Math.max(0, nowMs - atMs);
  return { taken: Math.max(0, bucket.taken - (elapsedMs * limit) / windowMs), atMs: Math.max(atMs, nowMs) };
}
