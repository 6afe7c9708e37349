import { reservedVerbs } from '@helve/flow/engine';
import { projectErrors } from '@helve/project';
import { expect, test } from 'vitest';
import { cliErrors } from './cli-errors.js';
import { commandLoaders } from './command/commands.js';

import { toExitCode } from './exit-code.js';

test('toExitCode gives usage for what the caller can correct and failed for the rest', () => {
  const rows = [...cliErrors.rows, ...projectErrors.rows];
  const codes = Object.fromEntries(rows.map(({ code }) => [code, toExitCode(code)]));
  expect(Object.keys(codes).every((code) => /^(?:CLI|PROJECT)_/.test(code))).toBe(true);
  expect(codes).toMatchObject({
    CLI_USAGE: 2,
    PROJECT_TOOL_UNKNOWN: 2,
    PROJECT_CONFIG_INVALID: 2,
    PROJECT_WRITE_FAILED: 1,
  });
  expect(codes).toMatchObject({ CLI_APPROVAL_NOT_FOUND: 2, CLI_RECORD_UNKNOWN: 2, CLI_REPLAY_WRITES: 1 });
});

test.each<[string | undefined, number]>([
  ['CALL_INPUT_INVALID', 2],
  ['CALL_CANCELLED', 130],
  ['CALL_TOOL_FAILED', 1],
  ['GATEWAY_PORT_IN_USE', 1],
  ['GOVERN_OPTION_INVALID', 2],
  ['STORE_FILE_UNUSABLE', 1],
  ['GATEWAY_OPTION_INVALID', 2],
  ['WORKER_INPUT', 2],
  ['WORKER_CANCELLED', 130],
  ['WORKER_CRASHED', 1],
  ['toString', 1],
  [undefined, 1],
])('exitCodeOf(%s) is %i', (code, exit) => {
  expect(toExitCode(code)).toBe(exit);
});

test('reservedVerbs names every command', () => {
  for (const name of [...Object.keys(commandLoaders), 'help']) expect(reservedVerbs.has(name)).toBe(true);
});
