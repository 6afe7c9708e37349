import type { ToolInvokeContext } from './context.js';
import type { ToolRecord } from './tool.js';

/** Runs the body of a tool: here, in a worker, or on another machine. */
export interface ExecutePort {
  /** Gives what `execute` of the tool would; throws NOT_FOUND if it cannot run the tool. */
  execute(tool: ToolRecord, input: unknown, ctx: ToolInvokeContext): unknown;
}
