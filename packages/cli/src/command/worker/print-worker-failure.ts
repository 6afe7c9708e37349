import { ToolError } from '@helve/core';
import { CapabilityError, WorkerCrashedError } from '@helve/worker';
import { fromWorkerError, toWireError } from '@helve/worker/host';
import { toExitCode, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { toFailureText } from '../../text/to-failure-text.js';

/** Prints a failure of a worker; any other error is thrown on. */
export function printWorkerFailure(thrown: unknown, json: boolean, terminal: Terminal): ExitCode {
  if (!CapabilityError.is(thrown)) throw thrown;
  if (json) terminal.print(JSON.stringify({ ok: false, error: toWireError(thrown, 'message') }, undefined, 2));
  const { type, code = '', message, details } = fromWorkerError(thrown);
  const shown = new ToolError(type, message, { details: { ...details, reason: undefined, ...adviceFor(code) } });
  terminal.printError((style) => toFailureText(shown, style));
  if (WorkerCrashedError.is(thrown) && thrown.lastStderr) terminal.notify(thrown.lastStderr.trimEnd());
  return toExitCode(code);
}

/** Where a command hosts its workers itself, nothing has to be loaded first, and nothing goes on afterwards. */
const advice: { readonly [code: string]: string } = {
  WORKER_NOT_LOADED: 'List what is found with `helve worker`',
  WORKER_CRASHED: 'See what it said with `helve worker logs`',
  WORKER_DISABLED: 'Enable it with `helve worker enable`',
};

function adviceFor(code: string): { readonly suggestion?: string } {
  const suggestion = advice[code];
  return suggestion === undefined ? {} : { suggestion };
}
