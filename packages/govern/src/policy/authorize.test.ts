import { callTool, defineTool, type InvokeOptions, type ToolUser } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { authorize, flags, modes, visibleTools } from '../index.js';
import type { AccessRequest } from './authorize.js';

let runs = 0;
const make = (id: string, rest: object = {}) =>
  defineTool({
    id,
    description: id,
    inputSchema: { type: 'object', properties: { secretField: { type: 'string' } }, required: ['secretField'] },
    execute: () => (runs += 1),
    ...rest,
  });
const read = make('read', { policy: { sideEffects: 'read_only' } });
const write = make('write');
const rawInput = { secretField: 'x' };

const base: InvokeOptions = { tool: write, rawInput };
const call = (user: ToolUser | undefined, options: Partial<InvokeOptions>) => callTool({ ...base, user, ...options });

const forbidden = { ok: false, error: { type: 'AUTH', retryable: false, details: { code: 'GOVERN_FORBIDDEN' } } };

test('G6 authorize wants all scopes, any role, then the rule, and the same rule filters lists; modes restricts before validation', async () => {
  const seen: AccessRequest[] = [];
  const hook = authorize({
    roles: ['editor', 'admin'],
    scopes: ['files', 'mail'],
    rule: (request) => {
      seen.push(request);
      return request.policy.sideEffects !== 'writes' || request.user.id === 'root';
    },
  });
  const root = { id: 'root', roles: ['admin'], scopes: ['mail', 'files', 'more'] };
  const ada = { id: 'ada', roles: ['editor'], scopes: ['mail', 'files'] };
  const before = runs;
  for (const user of [
    { ...root, roles: ['viewer'] },
    { ...root, roles: [] },
    { id: 'root', scopes: root.scopes },
    { ...root, scopes: ['mail'] },
    { id: 'root', roles: root.roles },
  ]) {
    expect(await call(user, { hooks: [hook] })).toMatchObject(forbidden);
  }
  expect(seen).toEqual([]);
  expect(await call(ada, { hooks: [hook] })).toMatchObject(forbidden);
  expect(runs).toBe(before);
  expect((await call(root, { hooks: [hook] })).ok).toBe(true);
  expect((await call(ada, { hooks: [hook], tool: read })).ok).toBe(true);
  const unknown = await call(undefined, { hooks: [hook] });
  expect(unknown).toMatchObject({ error: { type: 'AUTH', details: { code: 'GOVERN_UNAUTHENTICATED' } } });

  const ids = async (user: ToolUser) => (await visibleTools([read, write], { user }, [hook])).map(({ id }) => id);
  expect([await ids(root), await ids(ada), await ids({ id: 'eve' })]).toEqual([['read', 'write'], ['read'], []]);
  expect([await hook.isAllowed(write, root), await hook.isAllowed(write, ada)]).toEqual([true, false]);

  const spoken = make('spoken', { policy: { allowedModes: ['voice'] } });
  const wrong = await call(ada, { hooks: [modes()], tool: spoken, rawInput: { other: 1 }, call: { mode: 'text' } });
  expect(wrong).toMatchObject({ error: { type: 'MODE_RESTRICTED', retryable: false, partialSideEffects: false } });
  expect(JSON.stringify(wrong)).not.toContain('secretField');
  expect((await call(ada, { hooks: [modes()], tool: spoken, call: { mode: 'voice' } })).ok).toBe(true);
});

describe('authorize', () => {
  test('without options allows everybody', async () => {
    expect((await call(undefined, { hooks: [authorize()] })).ok).toBe(true);
  });

  test('refuses with 401 a caller nobody knows, and with 403 one that may not', async () => {
    const hooks = [authorize({ roles: ['admin'] })];
    const statusOf = async (user: ToolUser | undefined) => {
      let thrown: unknown;
      const spy = { name: 'spy', onError: (ctx: { error: unknown }) => void (thrown = ctx.error) };
      await call(user, { hooks: [...hooks, spy] });
      return (thrown as { httpStatus?: number }).httpStatus;
    };
    expect([await statusOf(undefined), await statusOf({ id: 'ada' })]).toEqual([401, 403]);
  });

  test('anything but true from a rule is a no, and a rule that throws refuses', async () => {
    for (const rule of [() => 1, () => undefined, async () => 'yes']) {
      expect(await call({ id: 'ada' }, { hooks: [authorize({ rule: rule as never })] })).toMatchObject(forbidden);
    }
    const before = runs;
    const broken = authorize({ rule: () => Promise.reject(new Error('no directory')) });
    const answer = await call({ id: 'ada' }, { hooks: [broken], report: () => undefined });
    expect(answer).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
    expect(JSON.stringify(answer)).not.toContain('directory');
    expect(runs).toBe(before);
  });

  test('of a tool itself filters the list too', async () => {
    const own = make('own', { hooks: [authorize({ roles: ['admin'] })] });
    const list = async (user: ToolUser) => (await visibleTools([own, read], { user }, [])).map(({ id }) => id);
    expect(await list({ id: 'ada' })).toEqual(['read']);
    expect(await list({ id: 'ada', roles: ['admin'] })).toEqual(['own', 'read']);
  });
});

describe('modes', () => {
  const spoken = make('spoken', { policy: { allowedModes: ['voice', 'kiosk'] } });

  test('a call that does not say its mode is in none of those a tool allows', async () => {
    const answer = await call({ id: 'ada' }, { hooks: [modes()], tool: spoken });
    expect(answer).toMatchObject({ error: { type: 'MODE_RESTRICTED' } });
    expect((await call({ id: 'ada' }, { hooks: [modes()] })).ok).toBe(true);
  });

  test('filters lists', async () => {
    const list = async (mode: string) => {
      const viewer = { user: { id: 'ada' }, call: { mode } };
      return (await visibleTools([read, spoken], viewer, [modes()])).map(({ id }) => id);
    };
    expect([await list('voice'), await list('text')]).toEqual([['read', 'spoken'], ['read']]);
  });

  test('comes before authorize, so a caller learns nothing more', async () => {
    const hooks = [authorize({ roles: ['admin'] }), modes()];
    const answer = await call({ id: 'ada' }, { hooks, tool: spoken });
    expect(answer).toMatchObject({ error: { type: 'MODE_RESTRICTED' } });
  });
});

describe('flags', () => {
  const beta = make('beta', { tags: ['beta', 'labs'] });
  const flag = (tool: { tags?: readonly string[] }) => tool.tags;
  const sourceOf = (on: Record<string, boolean>) => {
    const reads: (readonly string[])[] = [];
    const source = {
      read: async (names: readonly string[]) => {
        reads.push(names);
        return on;
      },
    };
    return { reads, source };
  };

  test('G7 a tool whose flag is off is as absent, in calls and lists, after one read; a source that fails denies unless there is a default', async () => {
    const { reads, source } = sourceOf({ beta: true, labs: false });
    const hook = flags({ source, flag });
    const before = runs;
    const off = await call({ id: 'ada' }, { hooks: [hook], tool: beta });
    expect(reads).toEqual([['beta', 'labs']]);
    const absent = await callTool({ tool: 'beta', user: { id: 'ada' } });
    expect(off.ok || off.error).toEqual(
      absent.ok || { ...absent.error, details: { ...absent.error.details, code: 'CALL_TOOL_NOT_FOUND' } },
    );
    const other = make('other', { tags: ['beta'] });
    const list = await visibleTools([beta, read, other], { user: { id: 'ada' } }, [hook]);
    expect(list.map(({ id }) => id)).toEqual(['read', 'other']);
    expect(reads).toHaveLength(2);
    expect(runs).toBe(before);

    const on = flags({ source: sourceOf({ beta: true, labs: true }).source, flag });
    expect((await call({ id: 'ada' }, { hooks: [on], tool: beta })).ok).toBe(true);

    const down = { read: () => Promise.reject(new Error('down')) };
    const denied = await call(
      { id: 'ada' },
      { hooks: [flags({ source: down, flag, defaults: { beta: true } })], tool: beta },
    );
    expect(denied).toMatchObject({ error: { type: 'TRANSIENT', retryable: true } });
    const defaults = { beta: true, labs: true };
    const kept = await call({ id: 'ada' }, { hooks: [flags({ source: down, flag, defaults })], tool: beta });
    expect(kept.ok).toBe(true);
    const dark = flags({ source: down, flag, defaults: { beta: false, labs: true } });
    expect(await call({ id: 'ada' }, { hooks: [dark], tool: beta })).toMatchObject({ error: { type: 'NOT_FOUND' } });
    const shown = await visibleTools([beta, read, other], { user: { id: 'ada' } }, [
      flags({ source: down, flag, defaults: { beta: true } }),
    ]);
    expect(shown.map(({ id }) => id)).toEqual(['read', 'other']);
  });

  test('a tool without a flag is on and nothing is read', async () => {
    const { reads, source } = sourceOf({});
    expect((await call({ id: 'ada' }, { hooks: [flags({ source, flag })] })).ok).toBe(true);
    expect(await visibleTools([read], { user: { id: 'ada' } }, [flags({ source, flag })])).toHaveLength(1);
    expect(reads).toEqual([]);
  });

  test('a flag the source does not know has its default, else it is off', async () => {
    const { source } = sourceOf({});
    const one = { source, flag: () => 'toString' };
    expect(await call({ id: 'ada' }, { hooks: [flags(one)] })).toMatchObject({ error: { type: 'NOT_FOUND' } });
    const known = flags({ ...one, defaults: { toString: true } });
    expect((await call({ id: 'ada' }, { hooks: [known] })).ok).toBe(true);
  });

  test('the source is told for whom it answers', async () => {
    const viewers: unknown[] = [];
    const source = {
      read: async (_: readonly string[], viewer: unknown) => {
        viewers.push(viewer);
        return { x: true };
      },
    };
    const options = { hooks: [flags({ source, flag: () => 'x' })], sessionId: 's', call: { mode: 'text' } };
    await call({ id: 'ada', tenant: 'acme' }, options);
    expect(viewers).toEqual([{ user: { id: 'ada', tenant: 'acme' }, sessionId: 's', call: { mode: 'text' } }]);
  });
});
