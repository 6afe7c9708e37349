import { coreErrors } from './core-errors.js';
import { isToolError, type ToolError } from './tool-error.js';

/** Where a call stood when something was thrown. */
export interface FailedCall {
  readonly toolId: string;
  readonly requestId: string | number;
  /** Whether the tool itself had begun: then it may have changed something. */
  readonly executeBegan: boolean;
  /** Whether the text of an unforeseen error may leave: on a local terminal, not over a network. */
  readonly exposeMessages?: boolean | undefined;
}

/** Whatever was thrown, as a `ToolError`; the text of an unforeseen error stays inside unless it may leave. */
export function toToolError(thrown: unknown, call: FailedCall): ToolError {
  if (isToolError(thrown)) return thrown;
  const facts = { tool: call.toolId, request: call.requestId };
  const text = call.exposeMessages === true ? messageOf(thrown) : undefined;
  return coreErrors.create('CALL_TOOL_FAILED', facts, {
    cause: thrown,
    partialSideEffects: call.executeBegan,
    ...(text === undefined ? {} : { details: { reason: text } }),
  });
}

function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return 'a value that cannot be printed';
  }
}
