import type { Issue } from '../contract/issue.js';
import type { ToolRecord } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';
import { nearestNames } from '../errors/nearest-name.js';
import type { ToolError } from '../errors/tool-error.js';
import { policyOf } from '../tool/tool-contract.js';

export function toolNotFound(id: string, known: Iterable<string>): ToolError {
  const near = nearestNames(id, known);
  const suggestion = `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
  return coreErrors.create('CALL_TOOL_NOT_FOUND', { tool: id }, near.length === 0 ? {} : { details: { suggestion } });
}

export function inputInvalid(tool: ToolRecord, issues: readonly Issue[]): ToolError {
  const problem = `its input has ${issues.length === 1 ? 'a problem' : `${issues.length} problems`}: ${summary(issues)}`;
  return coreErrors.create('CALL_INPUT_INVALID', { tool: tool.id, problem }, { details: { issues } });
}

export function outputInvalid(tool: ToolRecord, issues: readonly Issue[]): ToolError {
  const options = { partialSideEffects: true, details: { issues } };
  return coreErrors.create('CALL_OUTPUT_INVALID', { tool: tool.id }, options);
}

export function cancelled(tool: ToolRecord, reason: unknown, executeBegan: boolean): ToolError {
  const partialSideEffects = executeBegan && policyOf(tool).sideEffects === 'writes';
  return coreErrors.create('CALL_CANCELLED', { tool: tool.id }, { cause: reason, partialSideEffects });
}

/** Refuses a tool with hooks: they are rules, and a rule that cannot be kept must not be passed over. */
export function hooksNotRun(tool: ToolRecord): ToolError {
  const problem = 'it has hooks, and hooks are not run yet';
  return coreErrors.create('CALL_CONFIG_INVALID', { tool: tool.id, problem });
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
