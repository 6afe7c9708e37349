import { isToolError, type Issue, type ToolError } from '@helve/core';
import type { ProblemDetail } from '@helve/project';
import type { Style } from './style.js';
import { toTable } from './table.js';

/** A failure for a person: what happened, each problem with its place, and what to do. */
export function toFailureText(thrown: unknown, style: Style): string {
  if (!isToolError(thrown)) return style.red(unforeseen(thrown));
  const parts = [style.red(thrown.message), ...reason(thrown), ...findings(thrown, style)];
  if (thrown.details?.suggestion !== undefined) parts.push(style.dim(thrown.details.suggestion));
  return parts.join('\n');
}

function findings(error: ToolError, style: Style): string[] {
  const list = error.details?.['findings'];
  const issues = error.details?.['issues'];
  const issueRows = Array.isArray(issues) ? (issues as readonly Issue[]).map(toIssueRow) : [];
  const rows = Array.isArray(list) ? (list as ProblemDetail[]).map(toRow) : issueRows;
  return rows.length === 0 ? [] : [toTable(rows, { style, indent: 2 })];
}

function toIssueRow({ pointer, message }: Issue): string[] {
  return [pointer, message];
}

function toRow({ where, message, suggestion }: ProblemDetail): string[] {
  return [where, suggestion === undefined ? message : `${message}. ${suggestion}`];
}

function reason(error: ToolError): string[] {
  const text = error.details?.['reason'];
  return typeof text === 'string' ? [`  ${text}`] : [];
}

/** A mistake of ours: the stack is what a report needs. */
function unforeseen(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
