import type { NestedCallOptions } from '../contract/context.js';
import type { ToolSchema } from '../contract/schema.js';
import type { ToolRecord, ToolResult } from '../contract/tool.js';
import { badOption } from './call-errors.js';
import { answerCall } from './answer-call.js';
import type { Invocation, Nested } from './invocation.js';
import type { InvokeContext } from './invoke-context.js';
import { assertInvokeOptions, type InvokeOptions } from './invoke-options.js';
import { failed } from './live-error.js';
import { live } from './live.js';
import { openInvocation } from './open-invocation.js';
import { openViews } from './provider-views.js';
import { rejectSoon } from './reject-soon.js';
import { cancelError } from './while-wanted.js';

/** Calls a tool through its whole life; gives its output, or throws what ended it. */
export function invokeTool<In extends ToolSchema, Out extends ToolSchema | undefined>(
  options: InvokeOptions<In, Out>,
): Promise<ToolResult<Out>>;
export function invokeTool(options: InvokeOptions): Promise<unknown> {
  return invokeMerged(options, options);
}

/** The same where only what was `said` about this one call has to be looked at. */
export function invokeMerged(options: InvokeOptions, said: Partial<InvokeOptions>): Promise<unknown> {
  try {
    return promiseOf(begin(options, said));
  } catch (thrown) {
    return rejectSoon(thrown);
  }
}

function promiseOf(inv: Invocation): Promise<unknown> {
  const end = live(inv);
  return end === failed ? rejectSoon(inv.thrown) : Promise.resolve(end);
}

/** Everything before the first hook: whatever is wrong here rejects, and nothing has run. */
export function begin(options: InvokeOptions, said: Partial<InvokeOptions> = options): Invocation {
  if (typeof options !== 'object' || options === null) throw badOption('unknown', 'its options are not an object');
  const toolId = typeof options.tool === 'string' ? options.tool : (options.tool?.id ?? 'unknown');
  assertInvokeOptions(said, toolId, said !== options);
  return open(options, undefined);
}

function open(options: Partial<InvokeOptions>, parent: InvokeContext | undefined): Invocation {
  const inv = openInvocation(options, nested, parent);
  try {
    if (inv.cancellation?.cancelled === true) throw cancelError(inv);
    if (options.registry !== undefined) openViews(inv);
  } catch (thrown) {
    inv.cancellation?.close();
    throw thrown;
  }
  return inv;
}

/** Calls within a call: a new request scope, the same session and user, the caller's signal, the smaller deadline. */
const nested: Nested = Object.freeze({
  async invoke(from: Invocation, tool: ToolRecord | string, input: unknown) {
    return promiseOf(open(nestedOptions(from, tool, input), from.ctx));
  },
  async answer(
    from: Invocation,
    tool: ToolRecord | string,
    input: unknown,
    { signal, idempotencyKey }: NestedCallOptions = {},
  ) {
    const until = untilEither(from.ctx.signal, signal);
    const options = nestedOptions(from, tool, input, { signal: until.signal, idempotencyKey });
    return answerCall(() => open(options, from.ctx), options).finally(until.close);
  },
});

function nestedOptions(
  { ctx, options }: Invocation,
  tool: ToolRecord | string,
  rawInput: unknown,
  { signal = ctx.signal, idempotencyKey }: NestedCallOptions = {},
): Partial<InvokeOptions> {
  const timeoutMs = ctx.deadlineAt === undefined ? undefined : Math.max(0, ctx.deadlineAt - ctx.now());
  const own: Partial<InvokeOptions> = {
    tool,
    rawInput,
    signal,
    timeoutMs,
    requestId: undefined,
    idempotencyKey,
    confirmationToken: undefined,
    onChunk: undefined,
    onProgress: undefined,
    trace: undefined,
  };
  // Assigned, not spread: one spread after another would take longer than the call.
  return Object.assign({}, options, own);
}

const nothing = () => undefined;

/** A signal that fires with either; what listens to them is gone with `close`. */
function untilEither(outer: AbortSignal, own: AbortSignal | undefined): { signal: AbortSignal; close: () => void } {
  // The common case: there is nothing of its own to listen to.
  if (own === undefined || own === outer) return { signal: outer, close: nothing };
  const either = new AbortController();
  const ends = [outer, own].map((signal) => {
    const end = () => either.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    return () => signal.removeEventListener('abort', end);
  });
  return { signal: either.signal, close: () => ends.forEach((stop) => stop()) };
}
