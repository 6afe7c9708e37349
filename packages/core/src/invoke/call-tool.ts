import type { ToolSchema } from '../contract/schema.js';
import type { ToolRecord, ToolResult } from '../contract/tool.js';
import { isToolReply } from '../envelope/reply.js';
import { toFailure, toSuccess } from '../envelope/to-tool-response.js';
import type { ToolResponse } from '../envelope/tool-response.js';
import { toToolError } from '../errors/to-tool-error.js';
import { isToolError } from '../errors/tool-error.js';
import { CallContext } from './call-context.js';
import { badOption, cancelled, hooksNotRun, inputInvalid, outputInvalid, toolNotFound } from './call-errors.js';
import type { CallOptions } from './call-options.js';
import { metaOf, newCall, readOptions, type Call } from './call.js';
import { reportFailure } from './report-failure.js';
import { planOf } from './tool-plan.js';
import { untilAborted } from './until-aborted.js';

/**
 * Calls a tool and answers with an envelope, whatever happens: one call, one answer, never a throw.
 * find ▸ check input ▸ execute ▸ check output. A value that is there already is not awaited.
 */
export async function callTool<In extends ToolSchema, Out extends ToolSchema | undefined>(
  options: CallOptions<In, Out>,
): Promise<ToolResponse<ToolResult<Out>>>;
export async function callTool(options: CallOptions): Promise<ToolResponse> {
  const call = newCall();
  try {
    readOptions(call, options);
    const tool = findTool(call);
    const plan = planOf(tool, options.unknownArgs ?? 'reject');
    const ctx = (call.ctx = new CallContext(tool, call.requestId, options));
    if (options.signal?.aborted === true) throw cancelled(tool, options.signal.reason, false);

    const checking = plan.checkInput(options.rawInput ?? {});
    const input = checking instanceof Promise ? await checking : checking;
    if (!input.ok) throw inputInvalid(tool, input.issues);
    call.strippedArgs = input.stripped;

    call.executeBegan = true;
    const answer = tool.execute(input.value, ctx);
    const output = takeReply(call, isThenable(answer) ? await whileWanted(call, tool, answer) : answer);

    if (plan.checkOutput === undefined) return toSuccess(output, ctx.intents, metaOf(call));
    const proving = plan.checkOutput(output);
    const proved = proving instanceof Promise ? await proving : proving;
    if (!proved.ok) throw outputInvalid(tool, proved.issues);
    return toSuccess(proved.value, ctx.intents, metaOf(call));
  } catch (thrown) {
    return answerFailure(call, thrown);
  }
}

function findTool(call: Call): ToolRecord {
  const { tool, tools } = call.options;
  const found = typeof tool === 'string' ? tools?.get(tool) : tool;
  if (found === undefined) throw toolNotFound(call.toolId, tools?.list().map(({ id }) => id) ?? []);
  if (typeof found.execute !== 'function') throw badOption(call.toolId, 'option "tool" is not a tool');
  if (hasHooks(found)) throw hooksNotRun(found);
  call.tool = found;
  return found;
}

function hasHooks({ hooks, hooksByStage }: ToolRecord): boolean {
  if (hooks !== undefined && hooks.length > 0) return true;
  for (const stage in hooksByStage) if (Object.hasOwn(hooksByStage, stage)) return true;
  return false;
}

function whileWanted(call: Call, tool: ToolRecord, answer: PromiseLike<unknown>): PromiseLike<unknown> {
  const { signal } = call.options;
  return signal === undefined ? answer : untilAborted(answer, signal, () => cancelled(tool, signal.reason, true));
}

/** The data of an answer; what came beside it is taken up. */
function takeReply(call: Call, answer: unknown): unknown {
  if (!isToolReply(answer)) return answer;
  for (const intent of answer.intents) call.ctx?.addIntent(intent);
  call.handlerMeta = answer.meta;
  if (answer.error !== undefined) throw answer.error;
  return answer.data;
}

function answerFailure(call: Call, thrown: unknown): ToolResponse<never> {
  if (!isToolError(thrown)) reportFailure(thrown, call, call.options.report);
  const error = toToolError(thrown, { ...call, exposeMessages: call.options.exposeMessages });
  return toFailure(error, call.ctx?.intents, metaOf(call));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
