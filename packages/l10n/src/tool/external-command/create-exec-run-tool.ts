import { defineTool, type ToolRecord } from '@helve/core';
import { EXEC_RUN, execRunInput, execRunOutput, type ExecRequest } from './exec-run-contract.js';
import { runProcess, type ProcessOptions } from './run-process.js';

/** Host functions that the tool needs. */
export interface ExecRunOptions extends ProcessOptions {
  /** Resolves a command name to its program. Default: the name itself. */
  programOf?(command: string): string;
}

/** Creates the tool `exec.run`: it runs every program that a flow names, under the rules of a tool call. */
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
