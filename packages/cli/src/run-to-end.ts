import { isToolError } from '@helve/core';
import { exitCodeOf, type ExitCode } from './exit-code.js';
import type { Io } from './io.js';
import { runProgram } from './program.js';
import { createTerminal } from './terminal.js';
import { toFailureText } from './text/to-failure-text.js';

/** Runs a command and turns whatever it throws into a message and an exit code. */
export async function runToEnd(argv: readonly string[], io: Io): Promise<ExitCode> {
  // Looked up before anything is parsed, since parsing may fail too.
  const terminal = createTerminal(io, argv.includes('--no-color'));
  try {
    return await runProgram(argv, terminal);
  } catch (thrown) {
    terminal.complain((style) => toFailureText(thrown, style));
    return exitCodeOf(isToolError(thrown) ? thrown.code : undefined);
  }
}
