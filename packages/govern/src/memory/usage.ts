import type { QuotaCharge } from '../port/quota-store.js';

/** The state of one limit: units with their times of use, or the level of a bucket with its time. */
export interface Usage {
  /** Returns the time until this charge fits; 0 if it does now. */
  waitMs(charge: QuotaCharge, nowMs: number): number;
  charge(charge: QuotaCharge, nowMs: number): void;
  refund(charge: QuotaCharge, nowMs: number): void;
}

export function createUsage(algorithm: QuotaCharge['algorithm'], limit: number, nowMs: number): Usage {
  return algorithm === 'sliding-window' ? createWindow() : createBucket(limit, nowMs);
}

/**
 * Creates an exact window: every use counts from its own moment until it leaves the window. Uses of one millisecond are
 * one entry, and the sum is kept, so that the cost of a call does not depend on their number.
 */
function createWindow(): Usage {
  let uses: { readonly atMs: number; units: number }[] = [];
  /** Index of the first use in the window. */
  let first = 0;
  let sum = 0;
  const sumAnew = () => {
    sum = 0;
    for (let index = first; index < uses.length; index += 1) sum += uses[index]?.units ?? 0;
  };
  const compact = () => {
    uses = uses.slice(first);
    first = 0;
  };
  const forget = ({ windowMs }: QuotaCharge, nowMs: number) => {
    // A clock that was set back must not lock anybody out until it has caught up.
    if ((uses.at(-1)?.atMs ?? nowMs) > nowMs + windowMs) {
      uses = uses.slice(first).filter(({ atMs }) => atMs <= nowMs + windowMs);
      first = 0;
      sumAnew();
    }
    const before = first;
    for (let use = uses[first]; use !== undefined && use.atMs + windowMs <= nowMs; use = uses[first]) {
      sum -= use.units;
      first += 1;
    }
    if (first === before) return;
    // Fractions would drift.
    if (!Number.isSafeInteger(sum)) sumAnew();
    if (first > 32 && first * 2 > uses.length) compact();
  };
  return {
    waitMs(charge, nowMs) {
      forget(charge, nowMs);
      let tooMany = sum + charge.cost - charge.limit;
      if (tooMany <= 0) return 0;
      for (let index = first; index < uses.length; index += 1) {
        const { atMs, units } = uses[index] ?? { atMs: 0, units: 0 };
        tooMany -= units;
        if (tooMany <= 0) return atMs + charge.windowMs - nowMs;
      }
      return Number.POSITIVE_INFINITY;
    },
    charge({ cost }, nowMs) {
      const last = uses.at(-1);
      sum += cost;
      // A clock that goes back must not put a use before those that came earlier.
      if (last !== undefined && last.atMs >= nowMs && uses.length > first) last.units += cost;
      else uses.push({ atMs: nowMs, units: cost });
    },
    // Refunds the oldest uses first: the remaining ones are as young as possible, so a refund never lets more pass than
    // was used.
    refund(charge, nowMs) {
      forget(charge, nowMs);
      compact();
      let left = charge.cost;
      for (const use of uses) {
        const back = Math.min(left, use.units);
        use.units -= back;
        left -= back;
      }
      uses = uses.filter(({ units }) => units > 0);
      sumAnew();
    },
  };
}

/** Creates a bucket that is full at first and refills evenly, once per window. */
function createBucket(limit: number, startMs: number): Usage {
  let units = limit;
  let atMs = startMs;
  const fill = (charge: QuotaCharge, nowMs: number) => {
    if (atMs > nowMs + charge.windowMs) atMs = nowMs;
    units = Math.min(charge.limit, units + (Math.max(0, nowMs - atMs) * charge.limit) / charge.windowMs);
    atMs = Math.max(atMs, nowMs);
  };
  return {
    waitMs(charge, nowMs) {
      fill(charge, nowMs);
      if (charge.cost > charge.limit) return Number.POSITIVE_INFINITY;
      // Filling adds fractions; a difference by rounding alone does not count.
      const missing = charge.cost - units;
      return missing <= 1e-9 ? 0 : Math.ceil((missing * charge.windowMs) / charge.limit - 1e-6);
    },
    charge({ cost }) {
      units = Math.max(0, units - cost);
    },
    refund(charge, nowMs) {
      fill(charge, nowMs);
      units = Math.min(charge.limit, units + charge.cost);
    },
  };
}
