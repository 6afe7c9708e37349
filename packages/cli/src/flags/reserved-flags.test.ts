import { reservedFlags } from '@helve/flow/engine';
import { expect, test } from 'vitest';
import { callCommand } from '../command/call/call.js';
import { globalFlags } from '../command/command.js';

test('reservedFlags names every flag of helve call', () => {
  for (const { name } of [...callCommand.flags, ...globalFlags]) expect(reservedFlags.call).toContain(name);
});
