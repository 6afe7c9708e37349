import { defineTool, type ToolRecord } from '@helve/core';
import { EXEC_RUN, execRunInput, execRunOutput, type ExecRequest } from './exec-run-contract.js';
import { runProcess, type ProcessOptions } from './run-process.js';

/** What the record needs of its host. */
export interface ExecRunOptions extends ProcessOptions {
  /** The program that a command stands for; itself without. */
  programOf?(command: string): string;
}

/** The record `exec.run`: every program that a flow names is run by it, under the rules of the call line. */
export function createExecRunTool(options: ExecRunOptions): ToolRecord {
  return defineTool({
    id: EXEC_RUN,
    description: 'Runs a program with arguments and input, limits its time and output, and returns what it wrote.',
    inputSchema: execRunInput,
    outputSchema: execRunOutput,
    policy: { category: 'action', sideEffects: 'writes', idempotent: false },
    // The schema fills every default in.
    execute: (input, ctx) => {
      const request = input as ExecRequest;
      const command = options.programOf?.(request.command) ?? request.command;
      return runProcess({ ...request, command }, options, ctx.signal);
    },
  });
}
