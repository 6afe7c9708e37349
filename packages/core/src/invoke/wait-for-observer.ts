import type { ToolHookStage } from '../contract/stage.js';
import { isPast } from '../tool/stage-rules.js';
import { after } from './cancellation.js';
import { monotonicNow } from './clock.js';
import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';
import { isCancelError } from './while-wanted.js';

/** What is waited for when the outcome is known: an observer stage, or closing what the request held. */
export type ObservedStep = ToolHookStage | 'dispose';

/** How long the observers of one stage may take together. */
const STAGE_MS = 5_000;

/** How long audit and metrics may hold back what the call has acquired. */
const RELEASE_AFTER_MS = 50;

/** How long past its deadline a call waits for each; the later ones have a moment left, and the answer comes within 100 ms. */
const pastDeadlineMs: { readonly [S in ObservedStep]?: number } = Object.freeze({
  onError: 20,
  willAudit: 40,
  didAudit: 40,
  onMetrics: 40,
});
const LAST_PAST_DEADLINE_MS = 60;

/** Stages that hold back the releases. */
const holdsReleases: ReadonlySet<ObservedStep> = new Set<ObservedStep>(['willAudit', 'didAudit', 'onMetrics']);

/** Who waits, and how it goes on. */
export interface ObserverWait {
  readonly step: ObservedStep;
  readonly hook: string;
  onValue(value: unknown): void;
  onThrown(thrown: unknown): void;
  /** Gives back what the call has acquired; called once if the observers of audit and metrics take long. */
  release?(): void;
}

/** Waits for an observer, but not for ever: one that hangs is left alone, has failed, and is heard of if it throws later. */
export function waitForObserver(inv: Invocation, work: PromiseLike<unknown>, wait: ObserverWait): void {
  const { clock } = inv.options;
  const startMs = monotonicNow(inv.options);
  const endMs = endOf(inv, wait.step, startMs);
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    const tookMs = Math.round(monotonicNow(inv.options) - startMs);
    wait.onThrown(new Error(`Cannot wait for "${wait.hook}": it still runs after ${tookMs} ms`));
  };
  const leftMs = wholeMs(endMs - startMs);
  const mayRelease = wait.release !== undefined && inv.acquired !== undefined && holdsReleases.has(wait.step);
  let stop =
    mayRelease && leftMs > RELEASE_AFTER_MS
      ? after(clock, RELEASE_AFTER_MS, () => {
          wait.release?.();
          stop = after(clock, wholeMs(endMs - monotonicNow(inv.options)), leave);
        })
      : after(clock, leftMs, leave);
  void Promise.resolve(work).then(
    (value) => {
      if (isLeft) return;
      stop();
      wait.onValue(value);
    },
    (thrown: unknown) => {
      if (isLeft) {
        if (!isCancelError(inv, thrown)) reportFrom(inv, thrown, placeOf(wait));
        return;
      }
      stop();
      wait.onThrown(thrown);
    },
  );
}

/** The same as a promise. */
export function untilObserved(
  inv: Invocation,
  work: PromiseLike<unknown>,
  step: ObservedStep,
  hook: string,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    waitForObserver(inv, work, { step, hook, onValue: resolve, onThrown: reject });
  });
}

/** Until when a stage may be waited for: five seconds, and not much longer than the deadline once the outcome is known. */
function endOf(inv: Invocation, step: ObservedStep, nowMs: number): number {
  if (inv.observed !== step) {
    inv.observed = step;
    inv.observedEndMs = nowMs + STAGE_MS;
  }
  const { timeoutMs } = inv.options;
  const isEarly = step !== 'dispose' && !isPast(step);
  // Before the outcome is known, the deadline itself ends the wait; after the answer nobody waits for it.
  if (timeoutMs === undefined || isEarly || inv.late) return inv.observedEndMs;
  // A body that did not stop at once has used up the deadline: its observers have their moment all the same.
  inv.deadlineMs ??= Math.max(inv.startedMs + timeoutMs, nowMs);
  return Math.min(inv.observedEndMs, inv.deadlineMs + (pastDeadlineMs[step] ?? LAST_PAST_DEADLINE_MS));
}

/** Few different lengths, so that calls share timers. */
function wholeMs(ms: number): number {
  return Math.max(0, Math.ceil(ms));
}

function placeOf({ step, hook }: ObserverWait) {
  return step === 'dispose' ? {} : { stage: step, hook };
}
