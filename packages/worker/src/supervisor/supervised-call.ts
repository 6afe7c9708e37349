import { type TimerClock } from '@helve/core';
import type { EnvelopeSource } from '../call/call-envelope.js';
import type { Usage } from '../call/call-sink.js';
import { WorkerOOMError } from '../error/resource-errors.js';
import { CapabilityCancelledError, WorkerCrashedError } from '../error/transient-errors.js';
import type { RemoteCall } from '../proxy/remote-call.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { RemoteOptions, RemoteRequest } from '../proxy/remote-request.js';
import { timeoutError, watchCall, type CallTimeouts, type CallWatch } from './call-timeouts.js';
import type { OomWatch } from './oom-evidence.js';
import type { WaitOptions } from './ready-queue.js';
import { explainCrash } from './supervisor-errors.js';
import type { WorkerSupervisor } from './worker-supervisor.js';

/** Options of a supervised call. */
export interface SupervisedOptions extends Pick<
  RemoteOptions,
  'signal' | 'onProgress' | 'onAccount' | 'onLog' | 'onInvoke'
> {
  readonly envelope: EnvelopeSource & { readonly callId: string };
  /** True when running it twice does no harm, so that it may be sent again after a crash. */
  readonly idempotent?: boolean | undefined;
  readonly timeouts?: CallTimeouts | undefined;
  /** Start of the call, from which `totalMs` counts. */
  readonly beganAt: number;
}

/** Receives reports about the attempts of a call. */
export interface AttemptListener {
  onAttempt?(attempt: number, proxy: RemoteCapabilityProxy): void;
  onRetry?(attempt: number, because: Error): void;
  /** Usage of one attempt, whatever its outcome. */
  onUsage(usage: Usage): void;
}

export interface CallSurroundings {
  readonly supervisor: WorkerSupervisor;
  readonly clock: TimerClock;
  readonly oom: OomWatch;
  readonly listener: AttemptListener;
}

/** Maximum number of attempts. */
const MAX_ATTEMPTS = 2;

/** Makes one call, from waiting for a worker to its result; sent again once if its worker died and that does no harm. */
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
    const watch = createWatch(call, options, clock);
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

/** Returns the limits of the wait for a worker. */
export function waitOptions(options: SupervisedOptions, clock: TimerClock): WaitOptions {
  const { timeouts, signal, envelope } = options;
  return { timeouts, signal, callId: envelope.callId, leftMs: remainingMs(options, clock) };
}

export function remoteOptions(options: SupervisedOptions, attempt: number, clock: TimerClock): RemoteOptions {
  const { envelope, signal, onProgress, onAccount, onLog, onInvoke } = options;
  return {
    envelope: attempt === 1 ? envelope : { ...envelope, attempt: (envelope.attempt ?? 1) + attempt - 1 },
    deadlineMs: remainingMs(options, clock),
    signal,
    onProgress,
    onAccount,
    onLog,
    onInvoke,
  };
}

export function createWatch(call: RemoteCall, options: SupervisedOptions, clock: TimerClock): CallWatch {
  const { timeouts } = options;
  return watchCall(call, timeouts?.idleMs, remainingMs(options, clock), clock);
}

/** Converts the error of one attempt for its caller: a timeout if one fired, a crash with everything known about it. */
export async function explainFailure(
  { supervisor, oom }: CallSurroundings,
  error: unknown,
  { fired }: CallWatch,
  { idempotent = false, timeouts }: SupervisedOptions,
): Promise<Error> {
  if (fired !== undefined && CapabilityCancelledError.is(error)) {
    const { which, ms } = fired;
    return timeoutError(which, which === 'total' ? (timeouts?.totalMs ?? ms) : ms, {
      ...supervisor.subject,
      began: true,
    });
  }
  if (WorkerCrashedError.is(error))
    return explainCrash(error, { idempotent, lastRssBytes: supervisor.lastRssBytes, oom });
  return error as Error;
}

export function mayRepeat(error: Error, { idempotent, signal }: SupervisedOptions, attempt: number): boolean {
  if (idempotent !== true || attempt >= MAX_ATTEMPTS || signal?.aborted === true) return false;
  return WorkerCrashedError.is(error) || WorkerOOMError.is(error);
}

function remainingMs({ timeouts, beganAt }: SupervisedOptions, clock: TimerClock): number | undefined {
  const total = timeouts?.totalMs;
  return total === undefined ? undefined : Math.max(1, beganAt + total - clock.now());
}
