import type { RemoteCall } from '../proxy/remote-call.js';
import { RemoteStream } from '../proxy/remote-stream.js';
import { CapabilityTimeoutError, type TimeoutKind } from '../error/transient-errors.js';
import type { WorkerClock } from './clock.js';

/** The four waits of a call, each in milliseconds; what is absent never fires. */
export interface CallTimeouts {
  /** Waiting for its turn. */
  readonly queueMs?: number | undefined;
  /** From the start of a worker to ready, without a sign of life. */
  readonly startMs?: number | undefined;
  /** Without any report of the call. */
  readonly idleMs?: number | undefined;
  /** The whole call. */
  readonly totalMs?: number | undefined;
}

/** Timeouts where nobody says otherwise. */
export const defaultTimeouts = Object.freeze({ startMs: 30_000, lifecycleIdleMs: 60_000 });

/** Whom an error is about. */
export interface TimedSubject {
  readonly instanceId: string;
  readonly capabilityName?: string | undefined;
}

export function timeoutError(which: TimeoutKind, ms: number, subject: TimedSubject): CapabilityTimeoutError {
  const what = {
    queue: 'it waited',
    start: 'its worker was not ready',
    idle: 'nothing was heard of it',
    total: 'it took',
  };
  return new CapabilityTimeoutError(
    `Cannot finish a call of "${subject.instanceId}": ${what[which]} for ${Math.round(ms)} ms`,
    { ...subject, which, timeoutSeconds: ms / 1000 },
  );
}

/** Watches one call; the first timeout that fires cancels it. */
export interface CallWatch {
  /** The timeout that ended the call, if one did. */
  readonly fired: { readonly which: 'idle' | 'total'; readonly ms: number } | undefined;
  stop(): void;
}

const unwatched: CallWatch = Object.freeze({ fired: undefined, stop: () => undefined });

/** How often an interval is looked at: report may count as this much older than they are. */
const LOOKS = 10;

export function watchCall(
  call: RemoteCall,
  idleMs: number | undefined,
  totalMs: number | undefined,
  clock: WorkerClock,
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

/** Looks now and then whether there is report; a call that waits for its host, or a stream for its consumer, is not idle. */
function watchIdle(call: RemoteCall, idleMs: number, clock: WorkerClock, fire: () => void): () => void {
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
