import type { HookPlan } from './hook-plan.js';
import type { Invocation } from './invocation.js';
import type { PlannedHook, ReleaseStage } from './life-step.js';
import { traceGap } from './trace.js';
import { walk } from './walk.js';

const nothing: readonly PlannedHook[] = Object.freeze([]);

/** From here on hooks that only give back quota are owed their turn. */
export function startQuota(inv: Invocation): void {
  inv.quotaStarted = true;
}

/** The same for slots. */
export function startSemaphore(inv: Invocation): void {
  inv.semaphoreStarted = true;
}

/** Gives everything back: semaphore before quota, the reverse of how it was taken, each once and each on its own. */
export function releaseAll(inv: Invocation): Promise<void> | undefined {
  const { acquired, quotaStarted, semaphoreStarted } = inv;
  inv.acquired = undefined;
  inv.quotaStarted = false;
  inv.semaphoreStarted = false;
  // The common case: nobody holds anything.
  if (acquired === undefined && quotaStarted && semaphoreStarted) return walk(inv, inv.plan.onlyRelease, 0);
  // Or one hook holds something, and nobody else is owed anything.
  const [only] = acquired ?? nothing;
  if (only !== undefined && acquired?.length === 1 && inv.plan.onlyRelease.length === 0) {
    return walk(inv, releasesOf(inv.plan, only), 0);
  }
  const owed: PlannedHook[] = [];
  if (semaphoreStarted) addOwed(owed, inv.plan, acquired ?? nothing, 'didReleaseSemaphore');
  if (quotaStarted) addOwed(owed, inv.plan, acquired ?? nothing, 'didReleaseQuota');
  return walk(inv, owed, 0);
}

/** What the call holds is given back while audit or metrics still run; its end waits for that. */
export function releaseEarly(inv: Invocation): void {
  if (inv.acquired === undefined || (inv.bodies?.size ?? 0) > 0) return;
  const { at } = inv;
  traceGap(inv);
  // Set before they run: by this the trace marks them as late.
  inv.releasing = Promise.resolve();
  inv.releasing = Promise.resolve(releaseAll(inv));
  traceGap(inv);
  inv.at = at;
}

function releasesOf({ stages }: HookPlan, { slot, release }: PlannedHook): readonly PlannedHook[] {
  const planned = (release === undefined ? undefined : stages[release]) ?? nothing;
  return planned.length === 1 ? planned : planned.filter((hook) => hook.slot === slot);
}

/** In the order of the stage; where a hook has taken something, the latest taken comes first. */
function addOwed(owed: PlannedHook[], plan: HookPlan, acquired: readonly PlannedHook[], stage: ReleaseStage): void {
  const planned = plan.stages[stage] ?? nothing;
  let latest = acquired.length;
  for (const hook of planned) {
    if (isTaken(acquired, stage, hook.slot)) {
      do latest -= 1;
      while (latest > 0 && acquired[latest]?.release !== stage);
      const next = planned.find(({ slot }) => slot === acquired[latest]?.slot);
      if (next !== undefined) owed.push(next);
    } else if (plan.onlyRelease.includes(hook)) owed.push(hook);
  }
}

function isTaken(acquired: readonly PlannedHook[], stage: ReleaseStage, slot: number): boolean {
  for (const taken of acquired) if (taken.slot === slot && taken.release === stage) return true;
  return false;
}
