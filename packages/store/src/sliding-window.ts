import type { QuotaCharge } from '@helve/govern';

// Costs may be fractions, and ten tenths add up to a little less or more than one.
const MARGIN = 1e-9;

/** Returns how much has to leave the window before the charge fits; 0 or less when it fits. */
export function toExcess(used: number, { limit, cost }: QuotaCharge): number {
  return used + cost - limit * (1 + MARGIN);
}
