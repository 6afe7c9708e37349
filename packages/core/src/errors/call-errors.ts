import type { Issue } from '../contract/issue.js';
import type { ToolRecord } from '../contract/tool.js';
import { coreErrors } from './core-errors.js';
import { nearestNames } from './nearest-name.js';
import type { ToolError } from './tool-error.js';

export function toolNotFound(id: string, known: Iterable<string>): ToolError {
  const near = nearestNames(id, known);
  const suggestion = `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
  return coreErrors.create('CALL_TOOL_NOT_FOUND', { tool: id }, near.length === 0 ? {} : { details: { suggestion } });
}

/** Creates the refusal of an input that does not fit the schema of its tool. */
export function inputInvalid(tool: Pick<ToolRecord, 'id'>, issues: readonly Issue[]): ToolError {
  const problem = `its input has ${issues.length === 1 ? 'a problem' : `${issues.length} problems`}: ${summary(issues)}`;
  return coreErrors.create('CALL_INPUT_INVALID', { tool: tool.id, problem }, { details: { issues } });
}

export function outputInvalid(tool: ToolRecord, issues: readonly Issue[], executeBegan: boolean): ToolError {
  const options = { partialSideEffects: executeBegan, details: { issues: issues.map(withoutValue) } };
  return coreErrors.create('CALL_OUTPUT_INVALID', { tool: tool.id }, options);
}

/** A value that did not pass the output check must not leave in a message either. */
function withoutValue({ pointer, keyword, expected }: Issue): Issue {
  const message =
    expected === undefined
      ? `Breaks the rule "${keyword}"`
      : `Expected ${typeof expected === 'string' ? expected : JSON.stringify(expected)}`;
  return { pointer, keyword, message, ...(expected === undefined ? {} : { expected }) };
}

export function toolNotRunnable(id: string): ToolError {
  return coreErrors.create('CALL_TOOL_NOT_FOUND', { tool: id }, { details: { reason: 'Nothing here can run it' } });
}

export function badOption(tool: string, problem: string, suggestion?: string): ToolError {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return coreErrors.create('CALL_CONFIG_INVALID', { tool, problem }, options);
}

/** The first issues in one line; the rest is in the details. */
function summary(issues: readonly Issue[]): string {
  const shown = issues.slice(0, 3).map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`));
  return shown.join('; ') + (issues.length > shown.length ? '; …' : '');
}
