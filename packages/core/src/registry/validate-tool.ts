import type { Issue } from '../contract/issue.js';
import type { ToolRecord } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';
import { checkFields } from './check-fields.js';
import { checkHooks } from './check-hooks.js';
import { checkPolicy } from './check-policy.js';
import { checkSchemas } from './check-schemas.js';
import { noteStrangers } from './note-strangers.js';

/** A rule of the application's own: the problems it sees in a tool. */
export type ToolConstraint = (tool: ToolRecord) => readonly Issue[];

/** The result of `validateTool`: problems, and notes that are no problem. */
export interface ToolCheck {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  readonly notes: readonly Issue[];
}

/** All problems of a tool at once, with paths. Never throws, whatever it is given. */
export function validateTool(tool: unknown, constraints: readonly ToolConstraint[] = []): ToolCheck {
  if (typeof tool !== 'object' || tool === null) {
    return { ok: false, issues: [{ pointer: '', keyword: 'type', message: 'A tool is an object' }], notes: [] };
  }
  const rules = [checkFields, checkSchemas, checkHooks, checkPolicy, ...constraints.map(asRule)];
  const issues = rules.flatMap((rule) => guarded(rule, tool));
  return { ok: issues.length === 0, issues, notes: guarded(noteStrangers, tool) };
}

/** Throws one error with all problems of a tool. */
export function assertTool(tool: unknown, constraints: readonly ToolConstraint[] = []): asserts tool is ToolRecord {
  const { issues } = validateTool(tool, constraints);
  const [first, ...others] = issues;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const problem = `${first.pointer === '' ? '' : `${first.pointer}: `}${first.message}${more}`;
  throw coreErrors.create('CALL_TOOL_INVALID', { tool: idOf(tool), problem }, { details: { issues } });
}

type Rule = (tool: Partial<Record<keyof ToolRecord, unknown>>) => readonly Issue[];

function asRule(constraint: ToolConstraint): Rule {
  // The constraint is the caller's own code: it gets what it asked for, and what it throws becomes an issue.
  return (tool) => constraint(tool as ToolRecord);
}

function guarded(rule: Rule, tool: object): readonly Issue[] {
  try {
    return rule(tool);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ pointer: '', keyword: 'readable', message: `The tool cannot be checked: ${reason}` }];
  }
}

function idOf(tool: unknown): string {
  return typeof tool === 'object' && tool !== null && 'id' in tool ? String(tool.id) : 'unknown';
}
