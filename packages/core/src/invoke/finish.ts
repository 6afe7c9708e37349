import { after } from './cancellation.js';
import { atMost, letGoOfSession, owesRelease, releaseAll } from './capacity.js';
import { disposeAll } from './dispose-all.js';
import { keepHooks } from './filter-hooks.js';
import { monotonicNow } from './clock.js';
import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';
import { isThenable } from './thenable.js';
import { traceEnd, traceStart } from './trace.js';

const FINALIZE_MS = 5_000;
const ZOMBIE_MS = 30_000;

/** The outcome is known: no more watching the clock and the caller. */
export function finish(inv: Invocation): void {
  inv.cancellation?.close();
  inv.durationMs = monotonicNow(inv.options) - inv.startedMs;
}

/** releases ▸ finalize ▸ close what the request held. A body that still runs keeps its slot; the answer does not wait for it. */
export function closeCall(inv: Invocation): Promise<void> | undefined {
  if (inv.plan.hasHooks || inv.request !== undefined || inv.session !== undefined || !isIdle(inv))
    return closeHeld(inv);
  // The common case: nothing was taken, nobody wants the last word, nothing is open.
  inv.settled = true;
  return undefined;
}

async function closeHeld(inv: Invocation): Promise<void> {
  const lingering = !isIdle(inv);
  if (!lingering && owesRelease(inv)) await releaseAll(inv);
  if (inv.plan.stages.willFinalizeInvoke !== undefined) await finalize(inv);
  inv.settled = true;
  if (lingering) void closeLate(inv);
  else if (inv.request !== undefined || inv.session !== undefined) await dispose(inv);
}

function isIdle(inv: Invocation): boolean {
  return inv.bodies === undefined || inv.bodies.size === 0;
}

/** All of them run, and none changes the result. */
async function finalize(inv: Invocation): Promise<void> {
  for (const hook of await keepHooks(inv, 'willFinalizeInvoke', inv.plan.stages.willFinalizeInvoke ?? [])) {
    inv.step = 'willFinalizeInvoke';
    inv.hook = hook.name;
    const startMs = traceStart(inv);
    try {
      const result = inv.hooks[hook.slot]?.willFinalizeInvoke?.(inv.ctx);
      if (isThenable(result)) await atMost(inv, result, FINALIZE_MS);
      traceEnd(inv, 'willFinalizeInvoke', hook.name, startMs, 'ok');
    } catch (thrown) {
      traceEnd(inv, 'willFinalizeInvoke', hook.name, startMs, 'ignored');
      reportFrom(inv, thrown, { stage: 'willFinalizeInvoke', hook: hook.name });
    }
  }
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
  await releaseAll(inv);
  await dispose(inv);
  inv.late = false;
}

async function dispose(inv: Invocation): Promise<void> {
  letGoOfSession(inv);
  if (inv.disposables !== undefined) await disposeAll(inv.disposables, (error) => reportFrom(inv, error));
}
