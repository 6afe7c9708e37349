import { after } from './cancellation.js';
import { releaseAll } from './capacity.js';
import { monotonicNow, toMicros } from './clock.js';
import { disposeAll } from './dispose-all.js';
import type { Invocation } from './invocation.js';
import { letGoOfSession } from './provider-views.js';
import { reportFrom } from './report.js';
import { runStage } from './run-stage.js';
import { traceGap } from './trace.js';
import { untilObserved } from './wait-for-observer.js';

const ZOMBIE_MS = 30_000;

/** The outcome is known: no more watching the clock and the caller. */
export function finish(inv: Invocation): void {
  inv.cancellation?.close();
  // A traced call knows the time already.
  const endMs = inv.tracedMs === 0 || inv.options.clock !== undefined ? monotonicNow(inv.options) : inv.tracedMs;
  inv.durationMs = toMicros(endMs - inv.startedMs);
}

/** releases ▸ finalize ▸ close what the request held. A body that still runs keeps its slot; the answer does not wait for it. */
export function closeCall(inv: Invocation): Promise<void> | undefined {
  fixResult(inv);
  if (!inv.plan.hasHooks) return settle(inv);
  const releasing = inv.releasing ?? (owesRelease(inv) ? releaseAll(inv) : undefined);
  return releasing === undefined ? finalize(inv) : releasing.then(() => finalize(inv));
}

/** From here on nobody changes the result, not even those who have the last word. */
export function fixResult(inv: Invocation): void {
  inv.result = inv.output;
}

function owesRelease(inv: Invocation): boolean {
  return inv.plan.hasReleases && isIdle(inv);
}

function finalize(inv: Invocation): Promise<void> | undefined {
  if (inv.plan.stages.willFinalizeInvoke === undefined) return settle(inv);
  const finalizing = runStage(inv, 'willFinalizeInvoke');
  return finalizing === undefined ? settle(inv) : finalizing.then(() => settle(inv));
}

/** The call is over; what it held is closed. */
export function settle(inv: Invocation): Promise<void> | undefined {
  inv.settled = true;
  if (!isIdle(inv)) void closeLate(inv);
  // The common case: nothing is open.
  else if (inv.request !== undefined || inv.session !== undefined) return dispose(inv);
  return undefined;
}

function isIdle(inv: Invocation): boolean {
  return inv.bodies === undefined || inv.bodies.size === 0;
}

/** Waits for the body, or gives it up as lost; then gives back what it held. */
async function closeLate(inv: Invocation): Promise<void> {
  const bodies = Promise.allSettled(inv.bodies ?? new Set<Promise<unknown>>());
  await new Promise<void>((resolve) => {
    const stop = after(inv.options.clock, inv.options.zombieMs ?? ZOMBIE_MS, () => {
      reportFrom(inv, new Error('the body of the tool does not stop; its slot is given to others'));
      resolve();
    });
    void bodies.then(() => {
      stop();
      resolve();
    });
  });
  inv.late = true;
  traceGap(inv);
  await releaseAll(inv);
  await dispose(inv);
  inv.late = false;
}

async function dispose(inv: Invocation): Promise<void> {
  letGoOfSession(inv);
  if (inv.disposables === undefined) return;
  await disposeAll(
    inv.disposables,
    (error) => reportFrom(inv, error),
    (work) => untilObserved(inv, work, 'dispose', 'dispose'),
  );
}
