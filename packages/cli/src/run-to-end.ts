import { ExitCode, exitCodeOfSignal } from './exit-code.js';
import type { Io } from './io.js';
import { readOutputOptions, defaultOutputOptions } from './output-options.js';
import { runProgram } from './program.js';
import { printFailure } from './print-failure.js';
import { createTerminal } from './terminal.js';

/** Runs a command and turns whatever it throws into a message and an exit code. */
export async function runToEnd(argv: readonly string[], io: Io): Promise<ExitCode> {
  let terminal = createTerminal(io, { ...defaultOutputOptions, json: argv.includes('--json') });
  try {
    terminal = createTerminal(io, readOutputOptions(argv));
    return endOf(await runProgram(argv, terminal), io);
  } catch (thrown) {
    return endOf(printFailure(thrown, terminal), io);
  }
}

/** Replaces the code of an interruption by that of the signal. */
function endOf(code: ExitCode, io: Io): ExitCode {
  return code === ExitCode.interrupted && io.signal.aborted ? exitCodeOfSignal(String(io.signal.reason)) : code;
}
