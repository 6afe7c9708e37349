import type { StepContext } from '@helve/flow';
import { L10nError, l10nErrors } from '../../l10n-errors.js';
import type { CommandConfig } from './command-config.js';
import { EXEC_RUN, type ExecOutcome, type ExecRequest, type ExecResult } from './exec-run-contract.js';

/** A program that failed. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly result: Partial<ExecResult>;

  constructor(problem: string, result: Partial<ExecResult>) {
    super(problem);
    this.result = result;
  }
}

const problems: {
  readonly [outcome in Exclude<ExecOutcome, 'exited'>]: (result: ExecResult, config: CommandConfig) => string;
} = {
  signalled: ({ signal }) => `it was ended by ${signal ?? 'a signal'}`,
  'timed-out': (_, { timeoutMs }) => `it took longer than ${timeoutMs} ms`,
  'too-long': (_, { maxOutputBytes }) => `it wrote more than ${maxOutputBytes} bytes`,
  'not-utf8': () => 'its output is not UTF-8',
  'not-started': () => 'it could not be started',
};

/** Runs the program of a step through a tool call and returns its output. */
export async function runCommand(
  config: CommandConfig,
  args: readonly string[],
  stdin: string,
  ctx: StepContext,
): Promise<string> {
  const { command, env, timeoutMs, maxOutputBytes } = config;
  const input: ExecRequest = { command, args: [...args], stdin, env: [...env], timeoutMs, maxOutputBytes };
  const response = await ctx.call({ tool: EXEC_RUN, input, signal: ctx.signal });
  if (!response.ok) {
    const { type, message, retryable } = response.error;
    throw new L10nError(type, message, { retryable, code: 'L10N_COMMAND' });
  }
  // The tool checks its output against its schema.
  const result = response.data as ExecResult;
  if (result.outcome !== 'exited') throw new CommandFailure(problems[result.outcome](result, config), result);
  if (result.exitCode !== 0) throw new CommandFailure(`it ended with exit code ${String(result.exitCode)}`, result);
  return result.stdout;
}

/** Logs a failure, or fails the block, as the config says. */
export function reportFailure(failure: CommandFailure, block: string, config: CommandConfig, ctx: StepContext): void {
  const { exitCode = null, stderr = '', outcome } = failure.result;
  const details = { block, problem: failure.message, exitCode, stderr };
  if (config.onExit === 'error') throw commandError(failure, config, outcome);
  ctx.log('warn', `"${config.command}" failed on block "${block}": ${failure.message}`);
  ctx.report(details);
}

/** Converts the failure to an error of this package, with the output of the program. */
function commandError(failure: CommandFailure, { command }: CommandConfig, outcome?: ExecOutcome): L10nError {
  const { exitCode = null, stderr = '' } = failure.result;
  const problem = stderr === '' ? failure.message : `${failure.message}, ${stderr.trim()}`;
  const details = { exitCode, stderr };
  const made = l10nErrors.create('L10N_COMMAND', { command, problem }, { details, cause: failure });
  if (outcome !== 'timed-out') return made;
  return new L10nError('TIMEOUT', made.message, { code: made.code, details: made.details, cause: failure });
}
