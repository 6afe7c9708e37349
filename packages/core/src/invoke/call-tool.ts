import type { ToolSchema } from '../contract/schema.js';
import type { ToolResult } from '../contract/tool.js';
import type { ToolResponse } from '../contract/tool-response.js';
import { answerCall } from './answer-call.js';
import type { InvokeOptions } from './invoke-options.js';
import { begin } from './invoke-tool.js';

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
