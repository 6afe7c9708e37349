import { noteExecution, type ToolInvokeContext } from '@helve/core';
import type { ProgressReport } from '../call/call-sink.js';
import { toToolError } from '../error/to-tool-error.js';
import { CapabilityCancelledError } from '../error/transient-errors.js';
import type { CapabilityManager } from '../manager/capability-manager.js';
import type { CallFacts, CapabilityCallOptions, CapabilityRequest } from '../manager/capability-request.js';
import type { JobQueue } from '../queue/job-queue.js';
import { reasonOf } from '../supervisor/call-gate.js';

export interface CallPlace {
  readonly manager: CapabilityManager;
  readonly queue?: JobQueue;
}

type Ready = () => Promise<string>;

/** One call on behalf of a tool call: its signal cancels, its progress is shown, its errors are those of tools. */
export async function callInContext(
  { manager, queue }: CallPlace,
  ready: Ready,
  request: CapabilityRequest,
  ctx: ToolInvokeContext,
): Promise<unknown> {
  const { idempotent } = ctx.policy;
  try {
    return await untilAborted(ctx.signal, async () => {
      const instanceId = await ready();
      if (queue === undefined) return manager.call(instanceId, request, callOptions(ctx));
      const job = await queue.submit({ instanceId, ...request }, callOptions(ctx));
      return job.result;
    });
  } catch (error) {
    throw toToolError(error, { idempotent });
  }
}

/** One stream on behalf of a tool call, which core drains. */
export async function* streamInContext(
  manager: CapabilityManager,
  ready: Ready,
  request: CapabilityRequest,
  ctx: ToolInvokeContext,
): AsyncIterable<unknown> {
  try {
    yield* manager.stream(await ready(), request, callOptions(ctx));
  } catch (error) {
    throw toToolError(error, { idempotent: ctx.policy.idempotent });
  }
}

/** What a call of a capability takes over from the call of a tool. */
export function callOptions(ctx: ToolInvokeContext): Omit<CapabilityCallOptions, 'callId' | 'attempt'> {
  const { signal, policy, deadlineAt, idempotencyKey, user } = ctx;
  return {
    signal,
    idempotent: policy.idempotent,
    actor: user.id,
    idempotencyKey,
    onProgress: (report) => showProgress(ctx, report),
    onEnd: (facts) => noteFacts(ctx, facts),
    ...(deadlineAt !== undefined && { timeouts: { totalMs: Math.max(1, deadlineAt - ctx.now()) } }),
  };
}

function showProgress(ctx: ToolInvokeContext, { progress, message }: ProgressReport): void {
  if (progress < 0) ctx.progress(0, undefined, message);
  else ctx.progress(progress, 1, message);
}

/** What the trail and the answer say of the worker's part; a call that was sent once and used nothing needs no words. */
function noteFacts(ctx: ToolInvokeContext, { callId, attempts, usage }: CallFacts): void {
  noteExecution(ctx, { callId, attempts, usage });
  ctx.setMeta('worker', { callId });
  if (attempts > 1) ctx.setMeta('attempts', attempts);
  if (Object.keys(usage).length > 0) ctx.setMeta('usage', usage);
}

/** The answer does not wait until a worker has heeded the cancel. */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const working = work();
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(cancelled(signal));
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort);
      end();
    };
    working.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

function cancelled(signal: AbortSignal): CapabilityCancelledError {
  const reason = reasonOf(signal);
  return new CapabilityCancelledError(`Cannot finish the call: it was cancelled (${reason})`, { reason });
}
