import { createCaller, defineTool, ToolRegistry, type CallRecord, type ToolUser } from '@helve/core';
import { createGateway, type GatewayOptions } from '@helve/gateway';
import { authorize, visibleTools } from '@helve/govern';
import { expect, test } from 'vitest';

const tool = (id: string) =>
  defineTool({ id, description: id, inputSchema: { type: 'object' }, execute: () => `${id} ran` });

/** One rule, which refuses calls and says what is seen. */
const rule = authorize({ rule: ({ tool: { id }, user }) => id !== 'wipe' || user.roles?.includes('admin') === true });

function open(options: Partial<GatewayOptions> = {}) {
  const tools = new ToolRegistry();
  for (const id of ['read', 'wipe']) tools.addInline(tool(id));
  const records: CallRecord[] = [];
  const append = async (record: CallRecord) => void records.push(record);
  const trail = {
    append,
    list: async () => [],
    get: async () => undefined,
    verify: async () => ({ ok: true, count: 0, head: { hash: '', count: 0 } }) as const,
  };
  let looks = 0;
  const { fetch } = createGateway({
    caller: createCaller({ tools, hooks: [rule] }),
    user: ({ headers }): ToolUser => ({ id: 'ada', roles: headers.get('x-roles')?.split(' ') ?? [] }),
    seenTools: (all, user) => {
      looks += 1;
      return visibleTools(all, { user }, [rule]);
    },
    trail,
    ...options,
  });
  const ask = async (path: string, roles = '', body?: object) => {
    const headers = { 'x-roles': roles, 'content-type': 'application/json', 'x-request-id': 'r-1' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(new Request(`http://localhost${path}`, { ...init, headers }));
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
  };
  return { ask, records, looks: () => looks };
}

const named = ({ text }: { readonly text: string }) =>
  (JSON.parse(text) as { tools: { id: string }[] }).tools.map(({ id }) => id);

test('two users with different roles see different lists, each with a tag of its own', async () => {
  const { ask } = open();
  const [plain, admin] = [await ask('/v1/tools'), await ask('/v1/tools', 'admin')];
  expect([named(plain), named(admin)]).toEqual([['read'], ['read', 'wipe']]);
  expect(plain.etag).not.toBe(admin.etag);
  expect((await ask('/v1/openapi.json')).text).not.toContain('wipe');
  expect((await ask('/v1/docs')).text).not.toContain('wipe');
  expect((await ask('/v1/docs', 'admin')).text).toContain('wipe');
});

test('a tool that somebody may not see is answered exactly as one that does not exist', async () => {
  const { ask, records } = open();
  const same = (text: string) => text.replaceAll(/wipe|nope/g, 'X').replace(/"duration":[\d.e-]+/, '');
  for (const path of ['/v1/tools/X', '/v1/tools/X/call']) {
    const body = path.endsWith('call') ? {} : undefined;
    const [hidden, unknown] = [
      await ask(path.replace('X', 'wipe'), '', body),
      await ask(path.replace('X', 'nope'), '', body),
    ];
    expect([hidden.status, same(hidden.text)]).toEqual([404, same(unknown.text)]);
  }
  expect(records.map(({ toolId, error }) => [toolId, error?.type])).toEqual([
    ['wipe', 'NOT_FOUND'],
    ['nope', 'NOT_FOUND'],
  ]);
  expect((await ask('/v1/tools/wipe/call', 'admin', {})).status).toBe(200);
});

test('no suggestion names what somebody may not see', async () => {
  const { ask } = open();
  expect((await ask('/v1/tools/wip')).text).not.toContain('wipe');
  expect((await ask('/v1/tools/wip/call', '', {})).text).not.toContain('wipe');
  expect((await ask('/v1/tools/wip', 'admin')).text).toContain('wipe');
});

test('rules are asked once a second for each kind of user, not for each request', async () => {
  const { ask, looks } = open();
  for (let i = 0; i < 20; i += 1) await ask('/v1/tools', i % 2 === 0 ? '' : 'admin');
  expect(looks()).toBe(2);
});

test('a rule that fails shows nothing, and is asked again', async () => {
  let broken = true;
  const { ask } = open({
    onError: () => {},
    seenTools: async (all) => {
      if (broken) throw new Error('the directory is down');
      return all;
    },
  });
  expect((await ask('/v1/tools')).status).toBe(500);
  broken = false;
  expect((await ask('/v1/tools')).status).toBe(200);
});
