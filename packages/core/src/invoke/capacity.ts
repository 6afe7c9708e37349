import type { ToolHookStage } from '../contract/stage.js';
import { after } from './cancellation.js';
import type { PlannedHook } from './hook-plan.js';
import type { Acquired, Invocation } from './invocation.js';
import { reportFrom } from './report.js';
import { isThenable } from './thenable.js';
import { traceEnd, traceStart } from './trace.js';

const RELEASE_MS = 5_000;

type ReleaseStage = Acquired['release'];

const releaseOf: { readonly [S in ToolHookStage]?: ReleaseStage } = {
  willAcquireQuota: 'didReleaseQuota',
  willAcquireSemaphore: 'didReleaseSemaphore',
};

/** A hook that came through its acquire stage holds something. */
export function noteAcquired(inv: Invocation, stage: ToolHookStage, hook: PlannedHook): void {
  const release = releaseOf[stage];
  if (release !== undefined) (inv.acquired ??= []).push({ slot: hook.slot, release });
}

/** From here on hooks that only release are owed their turn. */
export function noteAcquireStarted(inv: Invocation, stage: ToolHookStage): void {
  if (stage in releaseOf) (inv.startedAcquires ??= new Set()).add(stage);
}

/** An acquire that completes after its call was cancelled is given back at once. */
export function releaseWhenLate(
  inv: Invocation,
  stage: ToolHookStage,
  hook: PlannedHook,
  pending: PromiseLike<unknown>,
): void {
  const release = releaseOf[stage];
  if (release === undefined) return;
  const giveBack = async () => {
    const { step, hook: name } = inv;
    inv.late = inv.settled;
    await releaseOne(inv, hook.slot, hook.name, release);
    // The error line goes on where it was.
    if (!inv.settled) Object.assign(inv, { step, hook: name });
    else letGoOfSession(inv);
    inv.late = false;
  };
  // One that fails after all holds nothing, and was reported by whoever waited for it.
  void pending.then(giveBack, () => undefined);
}

/** From here on the session may be forgotten. */
export function letGoOfSession(inv: Invocation): void {
  inv.session?.release();
  inv.session = undefined;
}

/** Whether there is anything to give back, or anybody who only gives back. */
export function owesRelease(inv: Invocation): boolean {
  const { didReleaseQuota, didReleaseSemaphore } = inv.plan.stages;
  return didReleaseQuota !== undefined || didReleaseSemaphore !== undefined;
}

/** Gives everything back: semaphore before quota, the reverse of how it was taken, each once and each on its own. */
export async function releaseAll(inv: Invocation): Promise<void> {
  const taken = inv.acquired?.toReversed() ?? [];
  inv.acquired = undefined;
  for (const release of ['didReleaseSemaphore', 'didReleaseQuota'] as const) {
    const planned = inv.plan.stages[release] ?? [];
    const owed = taken.flatMap((one) =>
      one.release === release ? planned.filter(({ slot }) => slot === one.slot) : [],
    );
    const last = owed.values();
    for (const hook of planned) {
      const next = owed.includes(hook) ? last.next().value : onlyReleases(inv, hook.slot, release) ? hook : undefined;
      if (next !== undefined) await releaseOne(inv, next.slot, next.name, release);
    }
  }
  inv.startedAcquires = undefined;
}

/** A hook that takes no part in the acquire stage runs whenever that stage was started. */
function onlyReleases(inv: Invocation, slot: number, release: ReleaseStage): boolean {
  const acquire = release === 'didReleaseQuota' ? 'willAcquireQuota' : 'willAcquireSemaphore';
  const acquires = inv.plan.stages[acquire]?.some((hook) => hook.slot === slot) === true;
  return !acquires && inv.startedAcquires?.has(acquire) === true;
}

async function releaseOne(inv: Invocation, slot: number, name: string, stage: ReleaseStage): Promise<void> {
  inv.step = stage;
  inv.hook = name;
  const startMs = traceStart(inv);
  try {
    const result = inv.hooks[slot]?.[stage]?.(inv.ctx);
    if (isThenable(result)) await atMost(inv, result, RELEASE_MS);
    traceEnd(inv, stage, name, startMs, 'ok');
  } catch (thrown) {
    traceEnd(inv, stage, name, startMs, 'ignored');
    reportFrom(inv, thrown, { stage, hook: name });
  }
}

/** Waits, but not for ever: what hangs is left behind and reported. */
export function atMost(inv: Invocation, work: PromiseLike<unknown>, ms: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = after(inv.options.clock, ms, () => reject(new Error(`still running after ${ms} ms`)));
    work.then(resolve, reject).then(stop, stop);
  });
}
