import {
  createCaller,
  defineTool,
  isWithinTenant,
  ownerOf,
  ToolRegistry,
  type CallRecord,
  type StoredCallRecord,
  type TrailFilter,
} from '@helve/core';
import { createApiKey, createGateway, type TrailReader } from '@helve/gateway';
import { createMemoryApiKeyStore } from '@helve/govern';
import { aCallRecord } from '@helve/govern/testing';
import { expect, test } from 'vitest';

const whoami = defineTool({
  id: 'whoami',
  description: 'Says who calls',
  inputSchema: { type: 'object' },
  execute: (_, { user }) => ({ owner: ownerOf(user) }),
});

function trailOf(kept: readonly StoredCallRecord[]): TrailReader {
  return {
    list: async ({ userId, owner, tenant, requestId, beforeSeq = Infinity }: TrailFilter = {}) =>
      kept
        .filter(({ seq }) => seq < beforeSeq)
        .filter((one) => tenant === undefined || isWithinTenant(one.owner, { tenant }))
        .filter((one) => requestId === undefined || one.requestId === requestId)
        .filter((one) => userId === undefined || one.userId === userId)
        .filter((one) => owner === undefined || one.owner === owner)
        .toReversed(),
    verify: async () => ({ ok: true, count: 3, head: { hash: '', count: 3 } }),
  };
}

/** A door with three keys: one may see the whole trail, and two have one name in two tenants. */
async function open() {
  const anna = createApiKey({ name: 'anna' });
  const otherAnna = createApiKey({ name: 'anna', tenant: 'other' });
  const chief = createApiKey({ name: 'chief', scopes: ['helve:trail'] });
  const otherChief = createApiKey({ name: 'chief', tenant: 'other', scopes: ['helve:trail'] });
  const keys = createMemoryApiKeyStore([anna.key, otherAnna.key, chief.key, otherChief.key]);
  const tools = new ToolRegistry();
  tools.addInline(whoami);
  const kept: StoredCallRecord[] = [];
  const { fetch } = createGateway({ caller: createCaller({ tools }), trail: trailOf(kept), auth: { keys } });
  const ask = (token: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const init = body === undefined ? {} : { method: 'POST', body };
    return fetch(
      new Request(`http://localhost${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } }),
    );
  };
  const keep = (change: Partial<CallRecord>) =>
    kept.push({
      ...aCallRecord({ requestId: `r${kept.length}`, ...change }),
      seq: kept.length + 1,
      previousHash: '',
      hash: '',
    });
  const ownerOfKey = async (token: string) => {
    const answer = await ask(token, '/v1/tools/whoami/call', { 'content-type': 'application/json' }, '{}');
    return ((await answer.json()) as { data: { owner: string } }).data.owner;
  };
  keep({ userId: 'anna', owner: await ownerOfKey(anna.token) });
  keep({ userId: 'bert' });
  keep({ userId: 'anna', owner: await ownerOfKey(anna.token) });
  keep({ userId: 'anna', owner: await ownerOfKey(otherAnna.token) });
  const list = async (token: string, query = '') => {
    const answer = (await (await ask(token, `/v1/trail${query}`)).json()) as {
      records: StoredCallRecord[];
      own?: true;
    };
    return { ...answer, records: answer.records.map(({ requestId }) => requestId) };
  };
  const shadow = async () => keep({ userId: 'anna', owner: await ownerOfKey(otherAnna.token), requestId: 'r0' });
  const tokens = { anna: anna.token, otherAnna: otherAnna.token, chief: chief.token, otherChief: otherChief.token };
  return { ...tokens, ask, list, shadow };
}

test('without the scope of the trail, one sees the records of the own calls, and is told so', async () => {
  const { anna, chief, list } = await open();
  expect(await list(anna)).toEqual({ records: ['r2', 'r0'], own: true });
  expect(await list(anna, '?user=anna')).toEqual({ records: ['r2', 'r0'], own: true });
  expect(await list(anna, '?user=bert')).toEqual({ records: [], own: true });
  expect(await list(chief)).toEqual({ records: ['r3', 'r2', 'r1', 'r0'] });
});

test('keys of one name in two tenants see no records of each other', async () => {
  const { anna, otherAnna, list, ask } = await open();
  expect(await list(otherAnna)).toEqual({ records: ['r3'], own: true });
  expect((await ask(anna, '/v1/trail/r3')).status).toBe(404);
});

test('the scope of the trail reaches as far as the tenant of its key', async () => {
  const { otherChief, list, ask } = await open();
  expect(await list(otherChief)).toEqual({ records: ['r3'] });
  expect((await ask(otherChief, '/v1/trail/r0')).status).toBe(404);
  expect((await ask(otherChief, '/v1/trail/r3')).status).toBe(200);
});

test('somebody who reuses the id of a request hides no record of whoever chose it first', async () => {
  const { anna, otherAnna, ask, shadow } = await open();
  await shadow();
  const seqOf = async (token: string) => ((await (await ask(token, '/v1/trail/r0')).json()) as { seq: number }).seq;
  expect([await seqOf(anna), await seqOf(otherAnna)]).toEqual([1, 5]);
});

test('a record of somebody else is as one that is not there', async () => {
  const { anna, chief, ask } = await open();
  expect((await ask(anna, '/v1/trail/r0')).status).toBe(200);
  const [other, none] = [await ask(anna, '/v1/trail/r1'), await ask(anna, '/v1/trail/r9')];
  expect([other.status, none.status]).toEqual([404, 404]);
  expect((await ask(chief, '/v1/trail/r1')).status).toBe(200);
});

test('whoever follows the trail without its scope hears of the own calls only', async () => {
  const { anna, ask } = await open();
  const { body } = await ask(anna, '/v1/trail/live', { 'last-event-id': '0' });
  const heard: number[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    for (const [, id] of decoder.decode(chunk).matchAll(/^id: (\d+)$/gm)) heard.push(Number(id));
    if (heard.length >= 2) break;
  }
  expect(heard).toEqual([1, 3]);
});
