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

/** Exact: every use counts from its own moment until it leaves the window. Uses of one millisecond are one entry. */
function createWindow(): Usage {
  let uses: { readonly atMs: number; units: number }[] = [];
  const forget = ({ windowMs }: QuotaCharge, nowMs: number) => {
    if (uses[0] !== undefined && uses[0].atMs + windowMs <= nowMs)
      uses = uses.filter((use) => use.atMs + windowMs > nowMs);
  };
  return {
    waitMs(charge, nowMs) {
      forget(charge, nowMs);
      let tooMany = uses.reduce((sum, use) => sum + use.units, 0) + charge.cost - charge.limit;
      if (tooMany <= 0) return 0;
      for (const use of uses) {
        tooMany -= use.units;
        if (tooMany <= 0) return use.atMs + charge.windowMs - nowMs;
      }
      return Number.POSITIVE_INFINITY;
    },
    charge({ cost }, nowMs) {
      const last = uses.at(-1);
      if (last?.atMs === nowMs) last.units += cost;
      else uses.push({ atMs: nowMs, units: cost });
    },
    // The oldest first: what stays is as young as it can be, so a refund never lets more through than was used.
    refund(charge, nowMs) {
      forget(charge, nowMs);
      let left = charge.cost;
      for (const use of uses) {
        const back = Math.min(left, use.units);
        use.units -= back;
        left -= back;
      }
      uses = uses.filter(({ units }) => units > 0);
    },
  };
}

/** Full at first; fills up evenly, a whole bucket in a window. */
function createBucket(limit: number, startMs: number): Usage {
  let units = limit;
  let atMs = startMs;
  const fill = (charge: QuotaCharge, nowMs: number) => {
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
