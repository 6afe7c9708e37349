import { type TimerClock } from '@helve/core';
import type { RemoteCall } from '../proxy/remote-call.js';
import { RemoteStream } from '../proxy/remote-stream.js';
import { CapabilityTimeoutError, type TimeoutKind } from '../error/transient-errors.js';

/** The four time limits of a call in milliseconds; absent ones never fire. */
export interface CallTimeouts {
  /** Time in the queue. */
  readonly queueMs?: number | undefined;
  /** Time from the start of a worker to ready, without a sign of life. */
  readonly startMs?: number | undefined;
  /** Time without any report of the call. */
  readonly idleMs?: number | undefined;
  /** Time of the whole call. */
  readonly totalMs?: number | undefined;
}

/** Default time limits. */
export const defaultTimeouts = Object.freeze({ startMs: 30_000, lifecycleIdleMs: 60_000 });

/** The instance that a timeout error is about. */
export interface TimedSubject {
  readonly instanceId: string;
  readonly capabilityName?: string | undefined;
  readonly began?: boolean | undefined;
}

export function timeoutError(which: TimeoutKind, ms: number, subject: TimedSubject): CapabilityTimeoutError {
  const what = {
    queue: 'it waited',
    start: 'its worker was not ready',
    idle: 'it reported nothing',
    total: 'it took',
  };
  return new CapabilityTimeoutError(
    `Cannot finish a call of "${subject.instanceId}": ${what[which]} for ${Math.round(ms)} ms`,
    { ...subject, which, timeoutSeconds: ms / 1000 },
  );
}

/** Watches one call; the first limit that is exceeded cancels it. */
export interface CallWatch {
  /** The limit that ended the call, if any. */
  readonly fired: { readonly which: 'idle' | 'total'; readonly ms: number } | undefined;
  stop(): void;
}

const unwatched: CallWatch = Object.freeze({ fired: undefined, stop: () => undefined });

/** Checks per interval: a report may count as this share older than it is. */
const LOOKS = 10;

export function watchCall(
  call: RemoteCall,
  idleMs: number | undefined,
  totalMs: number | undefined,
  clock: TimerClock,
  onFire?: () => void,
): CallWatch {
  if (idleMs === undefined && totalMs === undefined) return unwatched;
  let fired: CallWatch['fired'];
  const stops: (() => void)[] = [];
  const stop = () => stops.splice(0).forEach((each) => each());
  const fire = (which: 'idle' | 'total', ms: number) => {
    stop();
    if (call.outcome !== undefined || call.cancelReason !== undefined) return;
    fired = { which, ms };
    call.cancel(`${which} timeout`);
    onFire?.();
  };
  if (totalMs !== undefined) stops.push(clock.after(totalMs, () => fire('total', totalMs)));
  if (idleMs !== undefined) stops.push(watchIdle(call, idleMs, clock, () => fire('idle', idleMs)));
  return {
    get fired() {
      return fired;
    },
    stop,
  };
}

/** Polls for reports; a call that waits for its host, or a stream for its consumer, is not idle. */
function watchIdle(call: RemoteCall, idleMs: number, clock: TimerClock, fire: () => void): () => void {
  let last = progressText(call);
  let since = clock.now();
  let cancel = () => undefined as void;
  const look = () => {
    const report = progressText(call);
    if (report !== last || call.isInvoking || (call instanceof RemoteStream && call.isWaitingForCredit)) {
      last = report;
      since = clock.now();
    }
    if (clock.now() - since >= idleMs) fire();
    else cancel = clock.after(Math.min(idleMs / LOOKS, idleMs - (clock.now() - since)), look);
  };
  cancel = clock.after(idleMs / LOOKS, look);
  return () => cancel();
}

function progressText(call: RemoteCall): string {
  const { progress, usage } = call;
  const chunks = call instanceof RemoteStream ? call.received : 0;
  return JSON.stringify([progress?.progress, progress?.message, usage, chunks]);
}
