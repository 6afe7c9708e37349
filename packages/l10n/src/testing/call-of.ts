import { createCaller, ToolRegistry, type Json, type ToolRecord } from '@helve/core';
import type { CallPort } from '@helve/flow';

/** One recorded call. */
export interface RecordedCall {
  readonly tool: string;
  readonly input: Json;
}

/** Creates a call port over real tools, through core's own caller; `calls` records the calls. */
export function callOf(...records: readonly ToolRecord[]): CallPort['call'] & { readonly calls: RecordedCall[] } {
  const tools = new ToolRegistry();
  for (const record of records) tools.addInline(record);
  const caller = createCaller({ tools: tools.snapshot() });
  const calls: RecordedCall[] = [];
  const call: CallPort['call'] = ({ tool, input, signal }) => {
    calls.push({ tool, input });
    return caller.executeTool(tool, { rawInput: input, ...(signal === undefined ? {} : { signal }) });
  };
  return Object.assign(call, { calls });
}
