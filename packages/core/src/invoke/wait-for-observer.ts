import { isPast } from '../tool/stage-rules.js';
import { after, monotonicNow } from '../time/clock.js';
import type { Call, ObserverLimit } from './context/call.js';
import { reportFrom } from './report.js';
import { isCancelError } from './cancellation.js';

type ObservedStep = ObserverLimit['step'];

/** Time that the observers of one stage have together. */
const STAGE_MS = 5_000;

/** Time that audit and metrics may hold back what the call has acquired. */
const RELEASE_AFTER_MS = 50;

/** Time past its deadline that a call waits for each; the later ones have a moment left, and the answer comes within 100 ms. */
const pastDeadlineMs: { readonly [S in ObservedStep]?: number } = Object.freeze({
  onError: 20,
  willAudit: 40,
  didAudit: 40,
  onMetrics: 40,
});
const LAST_PAST_DEADLINE_MS = 60;

/** Stages that hold back the releases. */
const holdsReleases: ReadonlySet<ObservedStep> = new Set<ObservedStep>(['willAudit', 'didAudit', 'onMetrics']);

/**
 * Waits for an observer, but not for ever: one that hangs is left alone and has failed; what it throws later is reported.
 * `onSlow` is called once if the observers of audit and metrics hold back what the call has acquired.
 */
export function waitForObserver(
  call: Call,
  work: PromiseLike<unknown>,
  {
    step,
    hook,
    onSlow,
  }: { readonly step: ObservedStep; readonly hook: string; readonly onSlow?: ((call: Call) => void) | undefined },
): Promise<unknown> {
  const { clock } = call.options;
  const startMs = monotonicNow(call.options);
  const endMs = endOf(call, step, startMs);
  const leftMs = wholeMs(endMs - startMs);
  return new Promise((resolve, reject) => {
    let isLeft = false;
    const leave = () => {
      isLeft = true;
      const tookMs = Math.round(monotonicNow(call.options) - startMs);
      reject(new Error(`Cannot wait for "${hook}": it still runs after ${tookMs} ms`));
    };
    let stop =
      leftMs > RELEASE_AFTER_MS && mayReleaseEarly(call, step)
        ? after(clock, RELEASE_AFTER_MS, () => {
            onSlow?.(call);
            stop = after(clock, wholeMs(endMs - monotonicNow(call.options)), leave);
          })
        : after(clock, leftMs, leave);
    work.then(
      (value) => {
        stop();
        resolve(value);
      },
      (thrown: unknown) => {
        stop();
        if (!isLeft) reject(thrown);
        else if (!isCancelError(call, thrown))
          reportFrom(call, thrown, step === 'dispose' ? {} : { stage: step, hook });
      },
    );
  });
}

function mayReleaseEarly({ capacity }: Call, step: ObservedStep): boolean {
  return capacity?.released === false && capacity.acquired.length > 0 && holdsReleases.has(step);
}

/** Until when a stage may be waited for: five seconds, and not much longer than the deadline once the outcome is known. */
function endOf(call: Call, step: ObservedStep, nowMs: number): number {
  if (call.observing?.step !== step) call.observing = { step, endMs: nowMs + STAGE_MS };
  const { endMs } = call.observing;
  const isEarly = step !== 'dispose' && !isPast(step);
  // Before the outcome is known, the deadline itself ends the wait; after the answer nobody waits for it.
  if (call.options.timeoutMs === undefined || isEarly || call.late) return endMs;
  // A body that did not stop at once has used up the deadline: its observers have their moment all the same.
  call.answerByMs ??= Math.max(call.startedMs + call.options.timeoutMs, nowMs);
  return Math.min(endMs, call.answerByMs + (pastDeadlineMs[step] ?? LAST_PAST_DEADLINE_MS));
}

/** Few different lengths, so that calls share timers. */
function wholeMs(ms: number): number {
  return Math.max(0, Math.ceil(ms));
}
