import type { EnvelopeSource } from '../call/call-envelope.js';
import type { Usage } from '../call/call-sink.js';
import { WorkerOOMError } from '../error/resource-errors.js';
import { CapabilityCancelledError, WorkerCrashedError } from '../error/transient-errors.js';
import type { RemoteCall } from '../proxy/remote-call.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { RemoteOptions, RemoteRequest } from '../proxy/remote-request.js';
import { timeoutError, watchCall, type CallTimeouts, type CallWatch } from './call-timeouts.js';
import type { WorkerClock } from './clock.js';
import type { OomWatch } from './oom-evidence.js';
import type { WaitOptions } from './ready-queue.js';
import { explainCrash } from './supervisor-errors.js';
import type { WorkerSupervisor } from './worker-supervisor.js';

/** What a call needs beside its request. */
export interface SupervisedOptions extends Pick<
  RemoteOptions,
  'signal' | 'onProgress' | 'onAccount' | 'onLog' | 'onInvoke'
> {
  readonly envelope: EnvelopeSource & { readonly callId: string };
  /** Running it twice does no harm, so that it may be sent again after a crash. */
  readonly idempotent?: boolean | undefined;
  readonly timeouts?: CallTimeouts | undefined;
  /** When the call began, by the clock: `totalMs` counts from there. */
  readonly beganAt: number;
}

/** Who hears of the single tries of a call. */
export interface AttemptListener {
  onAttempt?(attempt: number, proxy: RemoteCapabilityProxy): void;
  onRetry?(attempt: number, because: Error): void;
  /** What one try has used, whatever became of it. */
  onUsage(usage: Usage): void;
}

export interface CallSurroundings {
  readonly supervisor: WorkerSupervisor;
  readonly clock: WorkerClock;
  readonly oom: OomWatch;
  readonly listener: AttemptListener;
}

/** A call is sent at most this often. */
const MAX_ATTEMPTS = 2;

/** One call, from waiting for a worker to its one answer; sent again once if its worker died and that does no harm. */
export async function superviseCall(
  around: CallSurroundings,
  request: RemoteRequest,
  options: SupervisedOptions,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const { supervisor, clock } = around;
    const proxy = supervisor.current ?? (await supervisor.ready(waitOptions(options, clock)));
    around.listener.onAttempt?.(attempt, proxy);
    const call = proxy.call(request, remoteOptions(options, attempt, clock));
    const watch = watchOf(call, options, clock);
    try {
      return await call.result;
    } catch (error) {
      const failure = await explainFailure(around, error, watch, options);
      if (call.hasInvoked || !mayRepeat(failure, options, attempt)) throw failure;
      around.listener.onRetry?.(attempt + 1, failure);
    } finally {
      watch.stop();
      around.listener.onUsage(call.usage);
    }
  }
}

/** How long a call waits for a worker. */
export function waitOptions(options: SupervisedOptions, clock: WorkerClock): WaitOptions {
  const { timeouts, signal, envelope } = options;
  return { timeouts, signal, callId: envelope.callId, leftMs: leftOf(options, clock) };
}

export function remoteOptions(options: SupervisedOptions, attempt: number, clock: WorkerClock): RemoteOptions {
  const { envelope, signal, onProgress, onAccount, onLog, onInvoke } = options;
  return {
    envelope: attempt === 1 ? envelope : { ...envelope, attempt: (envelope.attempt ?? 1) + attempt - 1 },
    deadlineMs: leftOf(options, clock),
    signal,
    onProgress,
    onAccount,
    onLog,
    onInvoke,
  };
}

export function watchOf(call: RemoteCall, options: SupervisedOptions, clock: WorkerClock): CallWatch {
  const { timeouts } = options;
  return watchCall(call, timeouts?.idleMs, leftOf(options, clock), clock);
}

/** The error of one try as its caller gets it: a timeout where one fired, a crash with all that is known of it. */
export async function explainFailure(
  { supervisor, oom }: CallSurroundings,
  error: unknown,
  { fired }: CallWatch,
  { idempotent = false, timeouts }: SupervisedOptions,
): Promise<Error> {
  if (fired !== undefined && CapabilityCancelledError.is(error)) {
    const { which, ms } = fired;
    return timeoutError(which, which === 'total' ? (timeouts?.totalMs ?? ms) : ms, supervisor.subject);
  }
  if (WorkerCrashedError.is(error))
    return explainCrash(error, { idempotent, lastRssBytes: supervisor.lastRssBytes, oom });
  return error as Error;
}

export function mayRepeat(error: Error, { idempotent, signal }: SupervisedOptions, attempt: number): boolean {
  if (idempotent !== true || attempt >= MAX_ATTEMPTS || signal?.aborted === true) return false;
  return WorkerCrashedError.is(error) || WorkerOOMError.is(error);
}

function leftOf({ timeouts, beganAt }: SupervisedOptions, clock: WorkerClock): number | undefined {
  const total = timeouts?.totalMs;
  return total === undefined ? undefined : Math.max(1, beganAt + total - clock.now());
}
