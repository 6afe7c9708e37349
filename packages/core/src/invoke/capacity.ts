import type { Invocation } from './invocation.js';
import type { PlannedHook, ReleaseStage } from './life-step.js';
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
  // The common case: nobody holds anything.
  const owed =
    acquired === undefined && quotaStarted && semaphoreStarted
      ? inv.plan.onlyRelease
      : [...owedAt(inv, 'didReleaseSemaphore', semaphoreStarted), ...owedAt(inv, 'didReleaseQuota', quotaStarted)];
  inv.acquired = undefined;
  inv.quotaStarted = false;
  inv.semaphoreStarted = false;
  return walk(inv, owed, 0);
}

/** In the order of the stage; where a hook has taken something, the latest taken comes first. */
function owedAt({ plan, acquired = [] }: Invocation, stage: ReleaseStage, started: boolean): PlannedHook[] {
  const planned = started ? (plan.stages[stage] ?? nothing) : nothing;
  const taken = acquired.filter(({ release }) => release === stage).toReversed();
  const last = taken.flatMap(({ slot }) => planned.filter((hook) => hook.slot === slot)).values();
  return planned.flatMap((hook) => {
    const holds = taken.some(({ slot }) => slot === hook.slot);
    const next = holds ? last.next().value : plan.onlyRelease.includes(hook) ? hook : undefined;
    return next === undefined ? [] : [next];
  });
}
