import { noteExecution, type ToolError, type ToolInvokeContext } from '@helve/core';
import type { ProgressReport } from '../call/call-sink.js';
import { SharedCancelSignal, toReason, type CancelSignal } from '../call/cancel-signal.js';
import { fromWorkerError, type ToolErrorFacts } from '../error/from-worker-error.js';
import { CapabilityCancelledError } from '../error/transient-errors.js';
import type { CapabilityManager } from '../manager/capability-manager.js';
import type { CallFacts, CapabilityCallOptions, CapabilityRequest } from '../manager/capability-request.js';
import type { JobQueue } from '../queue/job-queue.js';
import { toPlainData } from './to-plain-data.js';

export interface CallTarget {
  readonly manager: CapabilityManager;
  readonly queue?: JobQueue;
}

/** Returns the id of a loaded instance, synchronously when it is loaded already. */
export type ResolveInstance = () => string | Promise<string>;

/** Makes one call on behalf of a tool call: its signal cancels, its progress is forwarded, its errors become those of tools. */
export function callInContext(
  { manager, queue }: CallTarget,
  ready: ResolveInstance,
  request: CapabilityRequest,
  ctx: ToolInvokeContext,
): Promise<unknown> {
  return inToolContext(ctx, (options) => {
    const begin = (instanceId: string) => {
      if (queue === undefined) return manager.call(instanceId, request, options).then(toPlainData);
      return queue.submit({ instanceId, ...request }, options).then((job) => job.result.then(toPlainData));
    };
    const id = ready();
    return typeof id === 'string' ? begin(id) : id.then(begin);
  });
}

/** Does the work of a tool call elsewhere: its signal cancels, its progress and facts are its own, its errors become those of tools. */
export function inToolContext<T>(
  ctx: ToolInvokeContext,
  work: (options: ReturnType<typeof callOptions>) => Promise<T>,
): Promise<T> {
  return raceAbort(ctx, (signal) => work(callOptions(ctx, signal)));
}

/** Opens one stream on behalf of a tool call, which core drains. */
export async function* streamInContext(
  manager: CapabilityManager,
  ready: ResolveInstance,
  request: CapabilityRequest,
  ctx: ToolInvokeContext,
): AsyncIterable<unknown> {
  try {
    for await (const value of manager.stream(await ready(), request, callOptions(ctx))) yield await toPlainData(value);
  } catch (error) {
    throw fromWorkerError(error, errorFacts(ctx));
  }
}

/** Margin after the deadline of the tool call, whose own signal fires first. */
const LATER_MS = 100;

/** Returns the options of a capability call that follow from the tool call. */
export function callOptions(
  ctx: ToolInvokeContext,
  signal: CancelSignal = ctx.signal,
): Omit<CapabilityCallOptions, 'callId' | 'attempt'> {
  const { policy, deadlineAt, idempotencyKey, user } = ctx;
  return {
    signal,
    idempotent: policy.idempotent,
    actor: user.id,
    idempotencyKey,
    onProgress: (report) => showProgress(ctx, report),
    onEnd: (facts) => noteFacts(ctx, facts),
    timeouts: deadlineAt === undefined ? undefined : { totalMs: Math.max(0, deadlineAt - ctx.now()) + LATER_MS },
  };
}

function showProgress(ctx: ToolInvokeContext, { progress, message }: ProgressReport): void {
  if (progress < 0) ctx.progress(0, undefined, message);
  else ctx.progress(progress, 1, message);
}

/** Records every call in the trail; the response mentions only retries and usage. */
function noteFacts(ctx: ToolInvokeContext, { callId, attempts, usage }: CallFacts): void {
  noteExecution(ctx, { callId, attempts, usage });
  const hasUsage = Object.keys(usage).length > 0;
  if (attempts > 1) ctx.setMeta('attempts', attempts);
  if (hasUsage) ctx.setMeta('usage', usage);
  if (hasUsage || attempts > 1) ctx.setMeta('worker', { callId });
}

/** Rejects as soon as the signal aborts, without waiting for the worker. */
export function raceAbort<T>(ctx: ToolInvokeContext, work: (signal: CancelSignal) => Promise<T>): Promise<T> {
  const { signal } = ctx;
  return new Promise((resolve, reject) => {
    const relay = new SharedCancelSignal(signal, () => reject(cancelled(ctx)));
    const fail = (error: unknown) => {
      relay.close();
      reject(fromWorkerError(error, errorFacts(ctx)));
    };
    try {
      work(relay).then((value) => {
        relay.close();
        resolve(value);
      }, fail);
    } catch (error) {
      fail(error);
    }
    if (signal.aborted) reject(cancelled(ctx));
  });
}

/** Facts about a tool that decide what its errors say to callers. */
export function errorFacts({ policy: { idempotent, sideEffects } }: ToolInvokeContext): ToolErrorFacts {
  return { idempotent, writes: sideEffects === 'writes' };
}

/** The call may have begun when it was cancelled. */
function cancelled(ctx: ToolInvokeContext): ToolError {
  const reason = toReason(ctx.signal);
  const message = `Cannot finish the call: it was cancelled (${reason})`;
  return fromWorkerError(new CapabilityCancelledError(message, { reason, began: true }), errorFacts(ctx));
}
