import { canonicalJson, isToolError } from '@helve/core';
import { exitCodeOf, type ExitCode } from '../exit-code.js';
import type { Terminal } from '../terminal.js';

/** A result on stdout, with its keys in one order. */
export function printJson(value: unknown, terminal: Terminal): void {
  terminal.print(toSortedJson(value));
}

export function toSortedJson(value: unknown): string {
  return JSON.stringify(JSON.parse(canonicalJson(JSON.parse(JSON.stringify(value)))), undefined, 2);
}

/** Runs a command that may have been asked for JSON: then its failure is JSON too, on stderr. */
export async function withJsonErrors(
  json: boolean,
  terminal: Terminal,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!json) return run();
  try {
    return await run();
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown;
    const { code, type, message, details = {} } = thrown;
    const { suggestion, diagnostics, findings } = details;
    const error = {
      schema: 'helve.error/v1',
      code: code ?? null,
      type,
      message,
      ...(suggestion === undefined ? {} : { hint: suggestion }),
      ...(diagnostics === undefined && findings === undefined ? {} : { diagnostics: diagnostics ?? findings }),
    };
    terminal.say(JSON.stringify(error));
    return exitCodeOf(code);
  }
}
