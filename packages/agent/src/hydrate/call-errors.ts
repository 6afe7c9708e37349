import { coreErrors, type Issue, type ToolError } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { ParseFailure } from './argument/unreadable.js';

/** Error of a call whose arguments could not be read. */
export function argumentsUnreadable(tool: string, { cause, position, pointer, problem }: ParseFailure): ToolError {
  const details = { cause, pointer, ...(position === undefined ? {} : { position }) };
  if (cause === 'truncated')
    return agentErrors.create('AGENT_ARGUMENTS_TRUNCATED', { tool }, { details: { ...details, truncated: true } });
  return agentErrors.create(
    'AGENT_ARGUMENTS_UNREADABLE',
    { tool, problem: withPosition(problem, position) },
    { details },
  );
}

/** Error of a call whose arguments are invalid, in the words that core uses. */
export function argumentsInvalid(tool: string, issues: readonly Issue[]): ToolError {
  const shown = issues.slice(0, 3).map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`));
  const count = issues.length === 1 ? 'a problem' : `${issues.length} problems`;
  const problem = `its input has ${count}: ${shown.join('; ')}${issues.length > shown.length ? '; …' : ''}`;
  return coreErrors.create('CALL_INPUT_INVALID', { tool, problem }, { details: { issues } });
}

export function toolUnknown(name: string, near: readonly string[]): ToolError {
  const suggestion = `Did you mean ${near.map((one) => `"${one}"`).join(' or ')}?`;
  return coreErrors.create('CALL_TOOL_NOT_FOUND', { tool: name }, near.length === 0 ? {} : { details: { suggestion } });
}

/** Error of a call whose tool failed by itself; the text of the cause is not shown. */
export function toolUnusable(tool: string, cause: unknown): ToolError {
  return agentErrors.create('AGENT_TOOL_UNUSABLE', { tool }, { cause });
}

export function withPosition(problem: string, position: number | undefined): string {
  return position === undefined ? problem : `${problem}, at position ${position}`;
}

/** Converts anything thrown to text. */
export function thrownText(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return 'a value that cannot be printed';
  }
}
