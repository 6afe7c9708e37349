import type { QuotaCharge } from '@helve/govern';

/** Fill level of a bucket at one moment. It drains at `limit / windowMs`. */
export interface Bucket {
  readonly taken: number;
  readonly atMs: number;
}

// Draining divides: without a margin, a caller who waits exactly as long as told could be refused again.
const MARGIN = 1e-9;

/** Returns the bucket after a charge, or the wait until the charge fits. */
export function chargeBucket(
  bucket: Bucket | undefined,
  { limit, windowMs, cost }: QuotaCharge,
  nowMs: number,
): { readonly bucket: Bucket } | { readonly waitMs: number } {
  const drained = drain(bucket, { limit, windowMs }, nowMs);
  const total = drained.taken + cost;
  if (total <= limit * (1 + MARGIN)) return { bucket: { ...drained, taken: total } };
  if (cost > limit) return { waitMs: Number.POSITIVE_INFINITY };
  // A bucket written by a clock that is ahead drains only from its own time on.
  const aheadMs = drained.atMs - nowMs;
  const waitMs = aheadMs + ((total - limit) * windowMs) / limit;
  return { waitMs: Math.max(1, Math.ceil(waitMs - MARGIN * windowMs)) };
}

/** Returns the bucket with units refunded, never more than full. */
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
  // A clock that was set back must not block anybody: no bucket needs longer than a window.
  const atMs = bucket.atMs > nowMs + windowMs ? nowMs : bucket.atMs;
  const elapsedMs = Math.max(0, nowMs - atMs);
  return { taken: Math.max(0, bucket.taken - (elapsedMs * limit) / windowMs), atMs: Math.max(atMs, nowMs) };
}
