import { noteExecution, type ToolError, type ToolInvokeContext } from '@helve/core';
import type { ActionStreams } from '../action/action-mark.js';
import type { ProgressReport } from '../call/call-sink.js';
import { SharedCancelSignal, toReason, type CancelSignal } from '../call/cancel-signal.js';
import { collectValues } from '../call/collect-values.js';
import { fromWorkerError, type ToolErrorFacts } from '../error/from-worker-error.js';
import { CapabilityCancelledError } from '../error/transient-errors.js';
import type { CapabilityManager } from '../manager/capability-manager.js';
import type { CallFacts, CapabilityCallOptions, CapabilityRequest } from '../manager/capability-request.js';
import type { JobQueue } from '../queue/job-queue.js';
import { toPlainData } from './to-plain-data.js';
import { UnbufferedChannel } from './unbuffered-channel.js';

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

/** Makes one call whose values leave while it runs; it returns what a call without a stream gives. */
export function streamInContext(
  { manager, queue }: CallTarget,
  ready: ResolveInstance,
  request: CapabilityRequest,
  streams: ActionStreams,
  ctx: ToolInvokeContext,
): AsyncIterable<unknown> {
  return streamingInContext(ctx, async (options, put) => {
    const instanceId = await ready();
    const stream = { streams, onValue: async (value: unknown) => put(await toPlainData(value)) };
    if (queue === undefined)
      return toPlainData(await collectValues(manager.stream(instanceId, request, options), stream));
    const job = await queue.submit({ instanceId, ...request }, { ...options, stream });
    return toPlainData(await job.result);
  });
}

/** Does the work of a tool call elsewhere, as `inToolContext` does, with values that leave before its result. */
export async function* streamingInContext(
  ctx: ToolInvokeContext,
  work: (options: ReturnType<typeof callOptions>, put: (value: unknown) => Promise<void>) => Promise<unknown>,
): AsyncGenerator {
  const values = new UnbufferedChannel<unknown>();
  let isLeft = false;
  const put = async (value: unknown) => {
    await values.put(value);
    if (isLeft)
      throw new CapabilityCancelledError('Cannot go on: nobody takes the values', { reason: 'consumer_closed' });
  };
  const result = inToolContext(ctx, (options) => work(options, put));
  const end = () => values.close();
  result.then(end, end);
  try {
    yield* values;
    return await result;
  } finally {
    isLeft = true;
    end();
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
