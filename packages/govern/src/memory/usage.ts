import type { QuotaCharge } from '../port/quota-store.js';

/** What one limit remembers: units and when they were used, or how full the bucket was and when. */
export interface Usage {
  /** How long to wait until this charge fits; 0 if it does now. */
  waitMs(charge: QuotaCharge, nowMs: number): number;
  charge(charge: QuotaCharge, nowMs: number): void;
  refund(charge: QuotaCharge, nowMs: number): void;
}

export function createUsage(algorithm: QuotaCharge['algorithm'], limit: number, nowMs: number): Usage {
  return algorithm === 'sliding-window' ? createWindow() : createBucket(limit, nowMs);
}

/**
 * Exact: every use counts from its own moment until it leaves the window. Uses of one millisecond are one entry, and the
 * sum of all is at hand, so that a call costs the same however many there are.
 */
function createWindow(): Usage {
  let uses: { readonly atMs: number; units: number }[] = [];
  /** Those before it have left. */
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
    // A clock that was set back must not lock anybody out until it has come there again.
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
    // The oldest first: what stays is as young as it can be, so a refund never lets more through than was used.
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

/** Full at first; fills up evenly, a whole bucket in a window. */
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
      // Filling adds fractions; what is missing by rounding alone is not missing.
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
