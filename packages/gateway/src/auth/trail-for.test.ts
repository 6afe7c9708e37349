import { createCaller, ToolRegistry, type StoredCallRecord, type TrailFilter } from '@helve/core';
import { createApiKey, createGateway, type TrailReader } from '@helve/gateway';
import { createMemoryApiKeyStore } from '@helve/govern';
import { aCallRecord } from '@helve/govern/testing';
import { expect, test } from 'vitest';

const records: readonly StoredCallRecord[] = ['anna', 'bert', 'anna'].map((userId, at) => ({
  ...aCallRecord({ requestId: `r${at}`, userId }),
  seq: at + 1,
  previousHash: '',
  hash: '',
}));

const trail: TrailReader = {
  list: async ({ userId }: TrailFilter = {}) =>
    records.filter((one) => userId === undefined || one.userId === userId).toReversed(),
  get: async (requestId) => records.find((one) => one.requestId === requestId),
  verify: async () => ({ ok: true, count: 3, head: { hash: '', count: 3 } }),
};

/** A door with two keys: one may see the whole trail. */
function open() {
  const anna = createApiKey({ name: 'anna' });
  const chief = createApiKey({ name: 'chief', scopes: ['helve:trail'] });
  const keys = createMemoryApiKeyStore([anna.key, chief.key]);
  const { fetch } = createGateway({ caller: createCaller({ tools: new ToolRegistry() }), trail, auth: { keys } });
  const ask = (token: string, path: string, headers: Record<string, string> = {}) =>
    fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } }));
  const list = async (token: string, query = '') => {
    const answer = (await (await ask(token, `/v1/trail${query}`)).json()) as {
      records: StoredCallRecord[];
      own?: true;
    };
    return { ...answer, records: answer.records.map(({ requestId }) => requestId) };
  };
  return { anna: anna.token, chief: chief.token, ask, list };
}

test('without the scope of the trail, one sees the records of the own calls, and is told so', async () => {
  const { anna, chief, list } = open();
  expect(await list(anna)).toEqual({ records: ['r2', 'r0'], own: true });
  expect(await list(anna, '?user=anna')).toEqual({ records: ['r2', 'r0'], own: true });
  expect(await list(anna, '?user=bert')).toEqual({ records: [], own: true });
  expect(await list(chief)).toEqual({ records: ['r2', 'r1', 'r0'] });
});

test('a record of somebody else is as one that is not there', async () => {
  const { anna, chief, ask } = open();
  expect((await ask(anna, '/v1/trail/r0')).status).toBe(200);
  const [other, none] = [await ask(anna, '/v1/trail/r1'), await ask(anna, '/v1/trail/r9')];
  expect([other.status, none.status]).toEqual([404, 404]);
  expect((await ask(chief, '/v1/trail/r1')).status).toBe(200);
});

test('whoever follows the trail without its scope hears of the own calls only', async () => {
  const { anna, ask } = open();
  const { body } = await ask(anna, '/v1/trail/live', { 'last-event-id': '0' });
  const heard: number[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    for (const [, id] of decoder.decode(chunk).matchAll(/^id: (\d+)$/gm)) heard.push(Number(id));
    if (heard.length >= 2) break;
  }
  expect(heard).toEqual([1, 3]);
});
