import { isPlainObject, isToolError, ToolError, type ToolErrorDetails, type ToolResponse } from '@helve/core';
import type { Diagnostic } from '@helve/flow';
import { createWholeOutput, openCaller, type ProblemDetail, type Project } from '@helve/project';
import { doorHook, type RunDoor } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';
import { createCallReports } from '../call/call-reports.js';
import { terminalCallerOptions } from '../call/print-response.js';

/** A call of a record that works on files. */
export interface RecordCall {
  readonly tool: string;
  readonly input: object;
  readonly door: RunDoor;
}

/** A call has so long to put things away after Ctrl-C. */
const GRACE_MS = 10_000;

/** Calls a record of the project under its rules, with the terminal as the door. */
export async function callRecord(
  project: Project,
  { tool, input, door }: RecordCall,
  terminal: Terminal,
): Promise<ToolResponse> {
  const fullOutput = createWholeOutput();
  const { report, explain } = createCallReports(terminal);
  const hooks = terminalCallerOptions(terminal, fullOutput.hook, doorHook(door));
  const { caller } = await openCaller(project, { ...hooks, report });
  const response = await caller.callTool({
    tool,
    rawInput: input,
    user: { id: terminal.io.user },
    call: { door: 'cli' },
    signal: terminal.io.signal,
    graceMs: GRACE_MS,
  });
  return fullOutput.restore(explain(response));
}

/** The data of an answer; throws the error of one that failed. */
export function recordData(response: ToolResponse): unknown {
  if (response.ok) return response.data;
  const { type, message, retryable, details = {} } = response.error;
  const { code, ...facts } = details;
  throw new ToolError(type, message, { code, retryable, details: withFindings(facts) });
}

/** Runs what may throw diagnostics, so that each is shown with its place. */
export function withDiagnostics<T>(run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown;
    const { type, message, code, details = {} } = thrown;
    throw new ToolError(type, message, { code, details: withFindings(details), cause: thrown });
  }
}

function withFindings(facts: ToolErrorDetails): ToolErrorDetails {
  const { diagnostics } = facts;
  return isDiagnostics(diagnostics) ? { ...facts, findings: diagnostics.map(toProblemDetail) } : facts;
}

function isDiagnostics(value: unknown): value is readonly Diagnostic[] {
  return Array.isArray(value) && value.every((item) => isPlainObject(item) && typeof item['rule'] === 'string');
}

/** A diagnostic as every problem is shown: place, rule and what to do. */
export function toProblemDetail({
  file,
  line,
  column,
  pointer,
  rule,
  severity,
  message,
  hint,
}: Diagnostic): ProblemDetail {
  const location = [file, line, column].filter((part) => part !== undefined).join(':');
  const where = location === '' ? pointer || 'the flow' : location;
  const text = `${severity} ${rule}: ${message}`;
  return { where, message: text, ...(hint === undefined ? {} : { suggestion: hint }) };
}
