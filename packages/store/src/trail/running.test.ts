import { aCallRecord } from '@helve/govern/testing';
import { openSqliteStore } from '@helve/store';
import { expect, test } from 'vitest';
import { ownIdentity } from '../process-identity.js';
import { toStoredRecord } from './chain.js';

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const intent = () => aCallRecord({ intentId: 'i', outcome: { kind: 'unknown' }, startedAt: ago(1_000) });

test('an intent names its process, and runs as long as that lives', async () => {
  const store = openSqliteStore({ path: ':memory:' });
  await store.trail.append(intent());
  expect(await store.trail.list()).toMatchObject([{ running: true, writtenBy: ownIdentity() }]);
  expect(await store.trail.verify()).toMatchObject({ ok: true });
  await store.trail.append({ ...intent(), outcome: { kind: 'success' } });
  const [result] = await store.trail.list();
  expect(result).not.toHaveProperty('running');
  expect(result).not.toHaveProperty('writtenBy');
  await store.close();
});

test.each([
  ['within its deadline', { deadlineAt: ago(-60_000) }, true],
  ['long after its deadline', { deadlineAt: ago(60_000) }, undefined],
  ['after a day without a deadline', { startedAt: ago(2 * 86_400_000) }, undefined],
  ['of a process that is gone', { writtenBy: { ...ownIdentity(), pid: 2 ** 22 + 1 } }, undefined],
  ['of another machine', { writtenBy: { ...ownIdentity(), machine: 'elsewhere' } }, undefined],
  ['of nobody knows which process', { writtenBy: undefined }, undefined],
])('an intent %s', (_, facts, running) => {
  const record = JSON.stringify({ ...intent(), writtenBy: ownIdentity(), ...facts });
  expect(toStoredRecord({ seq: 1, previousHash: '', hash: '', record }).running).toBe(running);
});
