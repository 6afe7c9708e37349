import { describe, expect, test } from 'vitest';
import { answer, needs } from './needs.js';
import { isRoot, postgresFolder } from './postgres.js';

const absent = { label: 'a thing', isThere: () => false };

test('needs answers with options that vitest understands', () => {
  expect(answer({ label: 'a thing', isThere: () => true }, {})).toEqual({
    ok: true,
    reason: 'needs a thing',
    skip: false,
    meta: {},
  });
  expect(answer(absent, {})).toEqual({
    ok: false,
    reason: 'needs a thing',
    skip: true,
    meta: { skipReason: 'needs a thing' },
  });
});

test('needs fails instead of skipping what a CI machine must have', () => {
  expect(answer(absent, { CI: 'true' }).skip).toBe(true);
  expect(answer({ ...absent, requiredInCi: true }, {}).skip).toBe(true);
  expect(() => answer({ ...absent, requiredInCi: true }, { CI: 'true' })).toThrow(
    'Cannot skip with CI=true: needs a thing',
  );
});

test('needs looks for programs on the path', () => {
  expect(needs('python3', { PATH: '' })).toMatchObject({ ok: false, reason: 'needs python3' });
});

test('needs does not let root start Postgres unasked, and as somebody else it only has to be there', () => {
  const isThere = postgresFolder() !== undefined;
  expect(needs('postgres', {}).ok).toBe(isThere && !isRoot());
  expect(needs('postgres', { HELVE_TEST_POSTGRES: '1' }).ok).toBe(isThere);
});

describe('a whole suite', { skip: false, meta: { skipReason: 'from the suite' } }, () => {
  test('hands its reason to its tests', ({ task }) => {
    expect(task.meta).toEqual({ skipReason: 'from the suite' });
  });
});
