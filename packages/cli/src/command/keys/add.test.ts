import { areas, areaScopes } from '@helve/gateway';
import { expect, test } from 'vitest';
import { keysAddCommand } from './add.js';

test('helve keys add lists every scope, with what it is for', () => {
  const help = keysAddCommand.notes?.() ?? '';
  expect(areaScopes.filter((scope) => !help.includes(scope))).toEqual([]);
  for (const { docs } of Object.values(areas)) expect(help).toContain(docs);
});
