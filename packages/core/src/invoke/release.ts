import { drive, type Steps } from '../async/drive.js';
import { stopBodies, throwIfCancelled } from './cancellation.js';
import { waitForObserver } from './wait-for-observer.js';
import { after, monotonicNow, toMicros } from '../time/clock.js';
import type { Call } from './context/call.js';
import type { PlannedHook, ReleaseStage } from './plan/planned-hook.js';
import { disposeAll } from '../async/dispose-all.js';
import { releaseSession } from './provider-views.js';
import { reportFrom } from './report.js';
import { runRow, type Rest, type RowListener } from './stage.js';

const ZOMBIE_MS = 30_000;

/** Fixes the duration: the outcome is known, nobody watches the clock and the caller any more, and bodies that still run are told. */
export function finish(call: Call): void {
  call.cancellation?.close();
  stopBodies(call);
  call.durationMs = toMicros(monotonicNow(call.options) - call.startedMs);
}

/**
 * releases ▸ willFinalizeInvoke ▸ close what the request held. A body that still runs keeps its slot; the answer does not
 * wait for it. Gives the rest of the way if something is pending.
 */
export function close(call: Call): Rest {
  const { plan, bindings } = call;
  const isOpen = bindings.request !== undefined || bindings.session !== undefined;
  // The common case: there is nothing to give back, and nothing to close.
  if (plan.hasHooks || isOpen || !isIdle(call)) return closeHeld(call);
  call.settled = true;
  return undefined;
}

function* closeHeld(call: Call): Steps<void> {
  const early = call.capacity?.early;
  if (early !== undefined) {
    yield early;
    call.stepEndMs = -1;
  }
  let rest = isIdle(call) ? releaseAll(call) : undefined;
  if (rest !== undefined) yield* rest;
  rest = runRow(call, call.plan.stages.willFinalizeInvoke);
  if (rest !== undefined) yield* rest;
  call.settled = true;
  if (!isIdle(call)) void closeLate(call);
  else if (call.bindings.disposables !== undefined) yield dispose(call);
  else releaseSession(call);
}

function isIdle({ run: { bodies } }: Call): boolean {
  return bodies === undefined || bodies.size === 0;
}

/** Waits for the body, or gives it up as lost; then gives back what it held. */
async function closeLate(call: Call): Promise<void> {
  const { clock, zombieMs = ZOMBIE_MS } = call.options;
  const bodies: readonly Promise<unknown>[] = [...(call.run.bodies?.keys() ?? [])];
  await new Promise<void>((resolve) => {
    const stop = after(clock, zombieMs, () => {
      reportFrom(call, new Error('the body of the tool does not stop; its slot is given to others'));
      resolve();
    });
    void Promise.allSettled(bodies).then(() => {
      stop();
      resolve();
    });
  });
  call.late = true;
  call.stepEndMs = -1;
  const releasing = releaseAll(call);
  if (releasing !== undefined) await drive(releasing);
  await dispose(call);
  call.late = false;
}

async function dispose(call: Call): Promise<void> {
  releaseSession(call);
  await disposeAll(
    call.bindings.disposables ?? [],
    (error) => reportFrom(call, error),
    (work) => waitForObserver(call, work, { step: 'dispose', hook: 'dispose' }),
  );
}

/** Begins the quota stage: from here on hooks that only release quota are owed their turn. */
export function beginQuota(call: Call): undefined {
  throwIfCancelled(call);
  call.capacity = { acquired: [], semaphoreStarted: false, released: false, early: undefined };
}

/** Begins the semaphore stage, likewise. */
export function beginSemaphore(call: Call): undefined {
  if (call.capacity === undefined) return;
  throwIfCancelled(call);
  call.capacity.semaphoreStarted = true;
}

/** Gives back what the call holds while audit or metrics still run; its end waits for that. */
function releaseEarly(call: Call): void {
  const { capacity, at } = call;
  if (capacity === undefined || !isIdle(call)) return;
  // Set before they run: by this the trace marks them as late.
  capacity.early = Promise.resolve();
  call.stepEndMs = -1;
  const releasing = releaseAll(call);
  if (releasing !== undefined) capacity.early = Promise.resolve(drive(releasing));
  call.at = at;
}

/** Releases early where audit or metrics are slow. */
export const releasesWhenSlow: RowListener = Object.freeze({ onSlow: releaseEarly });

/** Gives everything back: semaphore before quota, the reverse of how it was taken, each once and each on its own. */
function releaseAll(call: Call): Rest {
  const { capacity, plan } = call;
  if (capacity === undefined || capacity.released) return undefined;
  capacity.released = true;
  const { acquired, semaphoreStarted } = capacity;
  // The common case: nobody holds anything.
  if (acquired.length === 0 && semaphoreStarted) return runRow(call, plan.onlyRelease);
  const hooks: PlannedHook[] = [];
  if (semaphoreStarted) addOwed(hooks, call, acquired, 'didReleaseSemaphore');
  addOwed(hooks, call, acquired, 'didReleaseQuota');
  return runRow(call, { hooks, isGate: false });
}

/** Adds who is owed a release, in the order of the stage; where a hook has taken something, the latest taken comes first. */
function addOwed(owed: PlannedHook[], { plan }: Call, acquired: readonly PlannedHook[], stage: ReleaseStage): void {
  const planned = plan.stages[stage]?.hooks ?? [];
  const isTaken = (slot: number) => acquired.some((hook) => hook.slot === slot && hook.release === stage);
  let latest = acquired.length;
  for (const hook of planned) {
    if (isTaken(hook.slot)) {
      do latest -= 1;
      while (latest > 0 && acquired[latest]?.release !== stage);
      const next = planned.find(({ slot }) => slot === acquired[latest]?.slot);
      if (next !== undefined) owed.push(next);
    } else if (plan.onlyRelease?.hooks.includes(hook) === true) owed.push(hook);
  }
}
