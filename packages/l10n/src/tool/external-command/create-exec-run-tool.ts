import { defineTool, type ToolRecord } from '@helve/core';
import { EXEC_RUN, execRunInput, execRunOutput, type ExecRequest } from './exec-run-contract.js';
import { runProcess, type ProcessOptions } from './run-process.js';

/** The record `exec.run`: every program that a flow names is run by it, under the rules of the call line. */
export function createExecRunTool(options: ProcessOptions): ToolRecord {
  return defineTool({
    id: EXEC_RUN,
    description:
      'Runs a program with arguments and input, within a time and an amount of output, and gives what it wrote.',
    inputSchema: execRunInput,
    outputSchema: execRunOutput,
    policy: { category: 'action', sideEffects: 'writes', idempotent: false },
    // The schema fills every default in.
    execute: (input, ctx) => runProcess(input as ExecRequest, options, ctx.signal),
  });
}
