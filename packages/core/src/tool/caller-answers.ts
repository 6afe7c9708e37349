import type { ToolRecord } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';

/** The body of a tool without one: the caller of a conversation answers its calls. */
export function callerAnswers(_input: unknown, { toolId: tool }: { readonly toolId: string }): never {
  throw coreErrors.create('CALL_TOOL_WITHOUT_BODY', { tool });
}

/** True for a tool without `execute`, whose calls the caller of a conversation answers. */
export function isCallerAnswered({ execute }: Pick<ToolRecord, 'execute'>): boolean {
  return execute === callerAnswers;
}
