import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { callCommand } from '../command/call/call.js';
import { globalFlags } from '../command/command.js';
import { reservedFlags } from './reserved-flags.js';

test('reservedFlags names every flag of helve call', () => {
  for (const { name } of [...callCommand.flags, ...globalFlags]) expect(reservedFlags).toContain(name);
});

test('reservedFlags is the list by which the page writes command lines', async () => {
  const file = new URL('../../../studio/src/command/reserved-flags.ts', import.meta.url);
  const [, words = ''] = /'([a-z -]+)'\.split/.exec(await readFile(file, 'utf8')) ?? [];
  expect(words.split(' ').toSorted()).toEqual([...reservedFlags].toSorted());
});
