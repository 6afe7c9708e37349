import { drive } from '../async/drive.js';
import { isPending } from '../async/maybe-promise.js';
import { rejectSoon } from '../async/reject-soon.js';
import type { NestedCallOptions } from '../contract/context.js';
import type { ToolSchema } from '../contract/schema.js';
import type { ToolRecord, ToolResult } from '../contract/tool.js';
import { badOption } from '../errors/call-errors.js';
import { joinSignals } from '../time/join-signals.js';
import { answerCall } from './answer-call.js';
import type { Call, Nested } from './context/call.js';
import type { Ending } from './error-line.js';
import { assertInvokeOptions, type InvokeOptions } from './invoke-options.js';
import { life } from './life.js';
import { openCall } from './open-call.js';
import type { ToolResponse } from '../contract/tool-response.js';

/** Calls a tool through its whole life; gives its output, or throws what ended it. */
export function invokeTool<In extends ToolSchema, Out extends ToolSchema | undefined>(
  options: InvokeOptions<In, Out>,
): Promise<ToolResult<Out>>;
export function invokeTool(options: InvokeOptions): Promise<unknown> {
  return invokeMerged(options, options);
}

/** Calls a tool with merged options, of which only the `given` ones have to be checked. */
export function invokeMerged(options: InvokeOptions, given: Partial<InvokeOptions>): Promise<unknown> {
  try {
    return live(begin(options, given));
  } catch (thrown) {
    return rejectSoon(thrown);
  }
}

function live(call: Call): Promise<unknown> {
  const ending = drive(life(call));
  if (isPending(ending)) return ending.then(outputOf);
  return ending.ok ? Promise.resolve(ending.output) : rejectSoon(ending.error);
}

function outputOf(ending: Ending): unknown {
  if (ending.ok) return ending.output;
  throw ending.error;
}

/** Does everything before the first hook: whatever is wrong here rejects, and nothing has run. */
export function begin(options: InvokeOptions, given: Partial<InvokeOptions> = options): Call {
  if (typeof options !== 'object' || options === null) throw badOption('unknown', 'its options are not an object');
  const toolId = typeof options.tool === 'string' ? options.tool : (options.tool?.id ?? 'unknown');
  assertInvokeOptions(given, toolId, given !== options);
  return openCall(options, nested);
}

/** Calls within a call: a new request scope, the same session and user, the caller's signal, the smaller deadline. */
const nested: Nested = Object.freeze({
  async invoke(from: Call, tool: ToolRecord | string, input: unknown) {
    return live(openCall(nestedOptions(from, tool, input), nested, from.ctx));
  },
  async answer(
    from: Call,
    tool: ToolRecord | string,
    input: unknown,
    { signal, idempotencyKey }: NestedCallOptions = {},
  ) {
    const outer = from.ctx.signal;
    // The common case: there is no other signal to listen to.
    const joined = signal === undefined || signal === outer ? undefined : joinSignals(outer, signal);
    const options = nestedOptions(from, tool, input, { signal: joined?.signal ?? outer, idempotencyKey });
    return answerCall(() => openCall(options, nested, from.ctx), options).finally(joined?.release);
  },
});

function nestedOptions(
  { ctx, options }: Call,
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

/** Calls a tool and answers with an envelope, whatever happens: one call, one answer, never a throw. */
export function callTool<In extends ToolSchema, Out extends ToolSchema | undefined>(
  options: InvokeOptions<In, Out>,
): Promise<ToolResponse<ToolResult<Out>>>;
export function callTool(options: InvokeOptions): Promise<ToolResponse> {
  return callMerged(options, options);
}

/** Calls a tool with merged options, of which only the `given` ones have to be checked. */
export function callMerged(options: InvokeOptions, given: Partial<InvokeOptions>): Promise<ToolResponse> {
  return answerCall(() => begin(options, given), options);
}
