import { isToolError } from '@helve/core';
import { toExitCode, type ExitCode } from './exit-code.js';
import type { Terminal } from './terminal.js';
import { toFailureJson } from './text/to-failure-json.js';
import { toFailureText } from './text/to-failure-text.js';

/** Prints a failure as text or as JSON, and gives its exit code. */
export function printFailure(thrown: unknown, { output, printError }: Terminal): ExitCode {
  printError((style) => (output.json ? toFailureJson(thrown) : toFailureText(thrown, style)));
  return toExitCode(isToolError(thrown) ? thrown.code : undefined);
}

/** Runs a command that was asked for JSON in words of its own: then its failure is JSON too. */
export async function withJsonErrors(
  json: boolean,
  terminal: Terminal,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!json) return run();
  try {
    return await run();
  } catch (thrown) {
    return printFailure(thrown, { ...terminal, output: { ...terminal.output, json } });
  }
}
