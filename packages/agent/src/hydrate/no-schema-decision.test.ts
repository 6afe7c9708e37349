import { expect, test } from 'vitest';
import { noSchemaDecision, noSchemaTable } from './no-schema-decision.js';

test.each([
  ['read-only', 'none', 'read_only', 'approve'],
  ['read-only', 'read-only', 'none', 'run'],
  ['read-only', 'read-only', 'read_only', 'run'],
  ['read-only', 'read-only', 'writes', 'approve'],
  ['read-only', 'full', 'read_only', 'run'],
  ['read-only', 'full', 'writes', 'approve'],
  ['human-approval', 'none', 'none', 'approve'],
  ['human-approval', 'read-only', 'none', 'approve'],
  ['human-approval', 'full', 'none', 'approve'],
  ['full', 'none', 'writes', 'approve'],
  ['full', 'read-only', 'none', 'approve'],
  ['full', 'full', 'writes', 'warn'],
] as const)(
  'A33 a %s tool where the session allows %s and the tool has %s effects: %s',
  (mode, allowed, effects, decision) => {
    expect(noSchemaDecision(mode, allowed, effects)).toBe(decision);
  },
);

test('A33 the table of modes is complete and frozen', () => {
  expect(Object.keys(noSchemaTable)).toEqual(['read-only', 'human-approval', 'full']);
  for (const row of Object.values(noSchemaTable)) {
    expect(Object.keys(row)).toEqual(['none', 'read-only', 'full']);
    expect(Object.isFrozen(row)).toBe(true);
  }
});
