import { isPlainObject, serializeResponse, ToolError, type ToolHook, type ToolResponse } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { countProblems, type ProblemDetail, type OpenCallerOptions, describeThrown } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import type { FlagPlan } from '../../flags/flag.js';
import { toFinding } from '../../flags/locate-flag.js';
import { printFailure } from '../../print-failure.js';
import type { Terminal } from '../../terminal.js';
import { toCommandLine } from '../../text/quote-shell.js';

/** Options of printing a response. */
export interface ResponseOptions {
  readonly plan: FlagPlan;
  /** The `--config` that printed commands need too. */
  readonly config: string | undefined;
  readonly envelope: boolean;
}

const throwToolError = 'Throw a `ToolError` in the tool for failures that callers should understand';

/** Options of calls from a terminal: unforeseen failures are printed at once, since there is no log to look into. */
export function terminalCallerOptions({ printError }: Terminal, ...hooks: readonly ToolHook[]): OpenCallerOptions {
  return { report: (thrown) => printError(() => describeThrown(thrown)), exposeMessages: true, hooks, planLater: true };
}

/** The data of an answer on stdout, or what went wrong on stderr. */
export function printResponse(original: ToolResponse, options: ResponseOptions, terminal: Terminal): ExitCode {
  // Once through JSON, so that what is printed is what JSON can hold.
  const printable: unknown = JSON.parse(serializeResponse(original));
  const response = isPlainObject(printable) ? (printable as ToolResponse) : original;
  if (options.envelope) terminal.print(JSON.stringify(response, undefined, 2));
  else if (response.ok) terminal.print(JSON.stringify(response.data ?? null, undefined, 2));
  if (response.ok) return ExitCode.done;
  return printFailure(toFailure(response, options), terminal);
}

export function argumentsInvalid(tool: string, findings: readonly ProblemDetail[]): ToolError {
  const suggestion = `See its flags with \`helve call ${tool} --help\``;
  const problem = `its arguments have ${countProblems(findings)}`;
  return cliErrors.create('CLI_ARGUMENTS_INVALID', { tool, problem }, { details: { findings, suggestion } });
}

/** Makes the error of a response: a refused input in terms of flags, a waiting call with what to do next. */
function toFailure({ error, meta }: ToolResponse & { ok: false }, { plan, config }: ResponseOptions): ToolError {
  const { code, issues = [], ...details } = error.details ?? {};
  const findings = issues.map((issue) => toFinding(issue, plan.flags));
  if (code === 'CALL_INPUT_INVALID') return argumentsInvalid(meta.toolId, findings);
  const { reason, approvalId, confirmationRequest, ...facts } = details;
  const preview = isPlainObject(confirmationRequest) ? confirmationRequest['preview'] : undefined;
  return new ToolError(error.type, error.message, {
    code,
    details: {
      ...facts,
      // The error of a tool was printed when it was thrown, with its location.
      ...(code === 'CALL_TOOL_FAILED' ? { suggestion: throwToolError } : { reason: preview ?? reason }),
      ...(typeof approvalId === 'string' ? { suggestion: howToApprove(approvalId, config) } : {}),
      findings,
    },
  });
}

function howToApprove(id: string, config: string | undefined): string {
  const words = ['helve', 'approvals', 'approve', id, ...(config === undefined ? [] : ['--config', config])];
  return `Approve it with \`${toCommandLine(words)}\``;
}
