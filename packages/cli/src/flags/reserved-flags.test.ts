import { reservedFlags } from '@helve/flow/engine';
import { runFlags } from '../command/run/run-flags.js';
import { expect, test } from 'vitest';
import { callCommand } from '../command/call/call.js';
import { globalFlags } from '../command/command.js';

test('reservedFlags names every flag of helve call', () => {
  for (const { name } of [...callCommand.flags, ...globalFlags]) expect(reservedFlags.call).toContain(name);
});

test('reservedFlags names every flag of a run', () => {
  // Parameters of these names are older than the flags, and are written `--arg-redo` and `--arg-overwrite`.
  const own = runFlags.filter(({ name }) => name !== 'redo' && name !== 'overwrite');
  for (const { name } of [...own, ...globalFlags]) expect(reservedFlags.run).toContain(name);
});
