import type { PlanStep } from '../contract/plan.js';

type Contracted = Pick<PlanStep, 'contract'>;

/** True when a step takes private data out, or puts it back. */
export function needsVault({ contract }: Contracted): boolean {
  return contract.requires?.includes('vault') === true;
}

/** True when a step takes private data out. */
export function redactsData({ contract }: Contracted): boolean {
  return contract.recoverable === true;
}

/** True when a step puts private data back. */
export function restoresData(step: Contracted): boolean {
  return needsVault(step) && !redactsData(step);
}
