import {
  callTool,
  defineTool,
  digest,
  sha256,
  ToolError,
  type ApprovalStore,
  type CallRecord,
  type InvokeOptions,
  type ToolHook,
  type ToolResponse,
  type ToolUser,
} from '@helve/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  audit,
  authorize,
  confirm,
  createMemoryApprovalStore,
  createMemoryIdempotencyStore,
  idempotency,
  resumeConfirmed,
  type ConfirmationRequest,
} from '../index.js';
import { isConfirmedReplay } from '../confirmed-replay.js';
import type { ConfirmOptions } from './confirm.js';

const ran: unknown[] = [];
const tokens: unknown[] = [];
const pay = defineTool({
  id: 'pay',
  title: 'Pay somebody',
  description: 'Moves money',
  version: '1.2.0',
  inputSchema: {
    type: 'object',
    properties: { to: { type: 'string' }, amount: { type: 'number' } },
    required: ['to', 'amount'],
  },
  policy: { requiresConfirmation: true },
  execute: (input, ctx) => {
    ran.push(input);
    tokens.push(ctx.confirmationToken);
    return 'paid';
  },
});
const rawInput = { to: 'bob', amount: 5 };

beforeEach(() => void ran.splice(0));

function setUp(options: Partial<ConfirmOptions> = {}, ...others: ToolHook[]) {
  const store = options.store ?? createMemoryApprovalStore();
  const clock = { ms: 1_700_000_000_000, now: () => clock.ms };
  const hooks = [confirm({ ...options, store }), ...others];
  const base: InvokeOptions = { tool: pay, rawInput, user: { id: 'ada' }, sessionId: 's', hooks, clock };
  const call = (more: Partial<InvokeOptions> = {}) => callTool({ ...base, ...more });
  const ask = async (more: Partial<InvokeOptions> = {}) => requestIn(await call(more));
  return { store, clock, hooks, call, ask };
}

interface Refused {
  readonly reason?: string;
  readonly approvalId?: string;
  readonly confirmationRequest?: ConfirmationRequest;
}

function refusalIn(answer: ToolResponse): Refused {
  expect(answer).toMatchObject({
    ok: false,
    error: { type: 'CONFIRMATION_REQUIRED', retryable: false, partialSideEffects: false },
  });
  return answer.ok ? {} : (answer.error.details ?? {});
}

function requestIn(answer: ToolResponse): ConfirmationRequest {
  const { confirmationRequest } = refusalIn(answer);
  if (confirmationRequest === undefined) throw new Error('there is no request');
  return confirmationRequest;
}

test('G8 a call that needs approval runs the stored arguments once, for the one who asked, after a token only a person has', async () => {
  const { store, clock, call } = setUp();
  expect(await call({ rawInput: { to: 'bob' } })).toMatchObject({ ok: false, error: { type: 'VALIDATION' } });

  const first = await call();
  const { token = '', ...shown } = requestIn(first);
  expect(shown).toEqual({
    expiresAt: new Date(clock.ms + 300_000).toISOString(),
    tool: 'pay',
    preview: 'Pay somebody: amount: 5, to: "bob"',
  });
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(token).toMatch(/^[\w-]{43}$/);
  const [record] = await store.list();
  expect(record).toMatchObject({
    tokenHash: sha256(token),
    state: 'pending',
    kind: 'confirmation',
    arguments: rawInput,
  });
  expect(JSON.stringify(record)).not.toContain(token);

  // Nobody else, nothing else, and none of it spends the token.
  const stranger = { confirmationToken: token };
  for (const more of [
    { ...stranger, user: { id: 'eve' } },
    { ...stranger, sessionId: 'other' },
    { ...stranger, rawInput: { to: 'eve', amount: 5 } },
    { ...stranger, tool: { ...pay, id: 'pay2' } },
    { ...stranger, tool: { ...pay, version: '1.3.0' } },
    { confirmationToken: `${token}x` },
  ]) {
    const refused = refusalIn(await call(more));
    expect(refused.reason).toBe('unknown');
    expect(refused.confirmationRequest?.token).not.toBe(token);
  }
  expect(ran).toEqual([]);

  const trace: unknown[] = [];
  const input = {
    rawInput: { amount: 5, to: 'bob' },
    confirmationToken: token,
    trace: (event: unknown) => trace.push(event),
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(input)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(ran).toEqual([rawInput]);
  expect(answers.filter(({ ok }) => !ok).map((answer) => refusalIn(answer).reason)).toEqual(Array(19).fill('used'));
  expect(JSON.stringify([trace, answers])).not.toContain(token);

  const next = requestIn(await call());
  clock.ms += 300_000;
  const late = refusalIn(await call({ rawInput: undefined, confirmationToken: next.token }));
  expect(late.reason).toBe('expired');
  const renewed = late.confirmationRequest?.token;
  expect((await call({ rawInput: {}, confirmationToken: renewed })).ok).toBe(true);
  expect(ran).toEqual([rawInput, rawInput]);
  expect(tokens.every((seen) => seen === undefined)).toBe(true);
});

describe('what needs approval', () => {
  test('tools that require it, and what `when` says', async () => {
    const free = { ...pay, policy: {} };
    const { call } = setUp({ when: (ctx) => (ctx.input as typeof rawInput).amount > 100 });
    refusalIn(await call());
    expect((await call({ tool: free })).ok).toBe(true);
    refusalIn(await call({ tool: free, rawInput: { to: 'bob', amount: 101 } }));
  });

  test('a tool that needs none ignores a token', async () => {
    const { call } = setUp();
    expect((await call({ tool: { ...pay, policy: {} }, confirmationToken: 'anything' })).ok).toBe(true);
  });

  test('a rule that throws refuses', async () => {
    const { call } = setUp({ when: () => Promise.reject(new Error('broken')) });
    expect((await call({ tool: { ...pay, policy: {} }, report: () => undefined })).ok).toBe(false);
    expect(ran).toEqual([]);
  });

  test('a call that a tool makes needs approval as well', async () => {
    const { call } = setUp();
    const outer = defineTool({
      id: 'outer',
      description: 'Pays',
      inputSchema: { type: 'object' },
      execute: (_, ctx) => ctx.invoke(pay, rawInput),
    });
    expect(await call({ tool: outer, rawInput: {} })).toMatchObject({ error: { type: 'CONFIRMATION_REQUIRED' } });
    expect(ran).toEqual([]);
  });
});

describe('arguments', () => {
  test('are checked before a person is asked, unless told otherwise', async () => {
    const { call, store } = setUp({ checkArguments: false });
    refusalIn(await call({ rawInput: { to: 'bob' } }));
    expect(await store.list()).toHaveLength(1);
    const checking = setUp();
    const answer = await checking.call({ rawInput: { to: 1, amount: 5 } });
    expect(answer).toMatchObject({ error: { type: 'VALIDATION', details: { issues: [{ pointer: '/to' }] } } });
    expect(await checking.store.list()).toEqual([]);
  });

  test('are asked for, shown and run as the tool gets them, with its defaults', async () => {
    const inputSchema = z.object({ to: z.string().default('ACME'), amount: z.number() });
    const tool = defineTool({ ...pay, inputSchema, execute: (input) => void ran.push(input) });
    const trail: CallRecord[] = [];
    const { call, store } = setUp({}, audit({ sink: { append: async (record) => void trail.push(record) } }));
    const { token, preview } = requestIn(await call({ tool, rawInput: { amount: 5 } }));
    const given = { amount: 5, to: 'ACME' };
    expect(await store.list()).toMatchObject([{ arguments: given, argumentsDigest: digest(given) }]);
    expect(preview).toContain('ACME');
    expect((await call({ tool, rawInput: { amount: 5 }, confirmationToken: token })).ok).toBe(true);
    expect(ran).toEqual([given]);
    const again = requestIn(await call({ tool, rawInput: { amount: 6 } }));
    expect((await call({ tool, rawInput: {}, confirmationToken: again.token })).ok).toBe(true);
    expect(trail.at(-1)).toMatchObject({ rawInput: { amount: 6 }, input: { amount: 6, to: 'ACME' } });
  });

  test('that a schema would parse into something else each time are kept as they were sent', async () => {
    const tool = defineTool({
      id: 'at',
      description: 'Takes a time',
      inputSchema: z.object({ when: z.string().transform((text) => text.length) }),
      policy: { requiresConfirmation: true },
      execute: (input) => void ran.push(input),
    });
    const { call, store } = setUp();
    const { token } = requestIn(await call({ tool, rawInput: { when: 'noon' } }));
    expect(await store.list()).toMatchObject([{ arguments: { when: 'noon' } }]);
    expect((await call({ tool, rawInput: {}, confirmationToken: token })).ok).toBe(true);
    expect(ran).toEqual([{ when: 4 }]);
  });

  test('that JSON cannot hold are refused', async () => {
    const { call } = setUp({ checkArguments: false });
    const answer = await call({ rawInput: { to: () => 1 } });
    expect(answer).toMatchObject({ error: { type: 'VALIDATION' } });
  });

  test('that change after the question do not change what runs', async () => {
    const { call } = setUp();
    const mine = { to: 'bob', amount: 5 };
    const { token } = requestIn(await call({ rawInput: mine }));
    mine.to = 'eve';
    expect((await call({ rawInput: undefined, confirmationToken: token })).ok).toBe(true);
    expect(ran).toEqual([{ to: 'bob', amount: 5 }]);
  });

  test('are checked again before they run: the tool may have changed', async () => {
    const { call, ask } = setUp();
    const { token } = await ask();
    const stricter = { ...pay, inputSchema: { ...pay.inputSchema, required: ['to', 'amount', 'purpose'] } };
    const answer = await call({ tool: stricter as never, rawInput: {}, confirmationToken: token });
    expect(answer).toMatchObject({ error: { type: 'VALIDATION' } });
  });

  test('left out with a token of somebody else give nothing away', async () => {
    const { call, ask } = setUp();
    const { token } = await ask();
    const answer = await call({ rawInput: {}, user: { id: 'eve' }, confirmationToken: token });
    expect(refusalIn(answer)).toMatchObject({ reason: 'unknown' });
    expect(JSON.stringify(answer)).not.toContain('bob');
    expect(refusalIn(answer).confirmationRequest).toBeUndefined();
  });

  test('left out for a tool that takes none', async () => {
    const nap = defineTool({
      id: 'nap',
      description: 'Sleeps',
      inputSchema: { type: 'object' },
      policy: { requiresConfirmation: true },
      execute: () => 'slept',
    });
    const { call } = setUp();
    const { token } = requestIn(await call({ tool: nap, rawInput: undefined }));
    expect(await call({ tool: nap, rawInput: undefined, confirmationToken: token })).toMatchObject({ data: 'slept' });
  });
});

describe('a token', () => {
  test('is bound to a caller without session too', async () => {
    const { call } = setUp();
    const { token } = requestIn(await call({ sessionId: undefined }));
    expect(refusalIn(await call({ confirmationToken: token })).reason).toBe('unknown');
    expect((await call({ sessionId: undefined, confirmationToken: token })).ok).toBe(true);
  });

  test('is never the same twice', async () => {
    const { ask } = setUp();
    const given = await Promise.all(Array.from({ length: 50 }, async () => (await ask()).token));
    expect(new Set(given).size).toBe(50);
  });

  test('lives as long as told, to the millisecond', async () => {
    const { clock, call, ask } = setUp({ ttlMs: 1_000 });
    const first = await ask();
    const second = await ask();
    clock.ms += 999;
    expect((await call({ confirmationToken: first.token })).ok).toBe(true);
    clock.ms += 1;
    expect(refusalIn(await call({ confirmationToken: second.token })).reason).toBe('expired');
  });

  test('of nonsense is unknown', async () => {
    const { call } = setUp();
    for (const confirmationToken of ['', '0', 'a'.repeat(10_000), '\u0000', '🦀']) {
      expect(refusalIn(await call({ confirmationToken })).reason).toBe('unknown');
    }
    expect(ran).toEqual([]);
  });

  test('that a person said no to is used up', async () => {
    const { store, clock, call } = setUp();
    const { approvalId = '', confirmationRequest } = refusalIn(await call());
    await store.decide(approvalId, { decision: 'no', by: '//grace', nowMs: clock.ms });
    const refused = refusalIn(await call({ confirmationToken: confirmationRequest?.token }));
    expect(refused.reason).toBe('used');
    expect(ran).toEqual([]);
  });

  test('cannot be had by asking without end: 100 of one caller wait at most, in all of their sessions', async () => {
    const { clock, call, ask } = setUp();
    for (let i = 0; i < 100; i += 1) await ask();
    expect(await call()).toMatchObject({ error: { type: 'RATE_LIMIT', details: { code: 'GOVERN_PENDING_FULL' } } });
    expect(await call({ sessionId: 'other' })).toMatchObject({ error: { type: 'RATE_LIMIT' } });
    await ask({ user: { id: 'eve' } });
    clock.ms += 300_000;
    await ask();
  });
});

describe('a spent token', () => {
  const key = { idempotencyKey: 'k1' };
  test('gives the stored answer to the key that spent it, and to no other', async () => {
    const seen: boolean[] = [];
    const spy: ToolHook = {
      name: 'spy',
      priority: () => 1_000,
      willReadCache: (ctx) => void seen.push(isConfirmedReplay(ctx)),
    };
    const { call, ask } = setUp({}, idempotency({ store: createMemoryIdempotencyStore() }), spy);
    const { token } = await ask();
    const confirmed = { confirmationToken: token, rawInput: {} };
    expect(await call({ ...confirmed, ...key })).toMatchObject({ ok: true, data: 'paid' });
    expect(await call({ ...confirmed, ...key })).toMatchObject({ ok: true, data: 'paid', meta: { replayed: true } });
    expect(seen).toEqual([false, true]);
    expect(refusalIn(await call({ ...confirmed, idempotencyKey: 'k2' })).reason).toBe('used');
    expect(refusalIn(await call(confirmed)).reason).toBe('used');
    expect(refusalIn(await call({ ...confirmed, ...key, user: { id: 'eve' } })).reason).toBe('unknown');
    expect(ran).toHaveLength(1);
  });

  test('joins the call that spent it while that runs, and runs nothing if it fails', async () => {
    for (const fails of [false, true]) {
      ran.splice(0);
      let end = () => undefined as void;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const slow = {
        ...pay,
        execute: async (input: unknown) => {
          ran.push(input);
          await ended;
          if (fails) throw new ToolError('TRANSIENT', 'no');
          return 'paid';
        },
      };
      const { call } = setUp({}, idempotency({ store: createMemoryIdempotencyStore() }));
      const { token } = requestIn(await call({ tool: slow }));
      const calls = [1, 2, 3].map(() => call({ tool: slow, confirmationToken: token, rawInput: {}, ...key }));
      setTimeout(end, 20);
      const answers = await Promise.all(calls);
      const replayed = fails
        ? { ok: false, error: { type: 'CONFIRMATION_REQUIRED', details: { reason: 'used' } } }
        : { ok: true, data: 'paid' };
      expect(answers[0]).toMatchObject(
        fails ? { ok: false, error: { type: 'TRANSIENT' } } : { ok: true, data: 'paid' },
      );
      expect(answers.slice(1)).toMatchObject([replayed, replayed]);
      expect(ran).toHaveLength(1);
    }
  });

  test('never runs a second time, even if nobody kept the answer', async () => {
    const { call, ask } = setUp();
    const { token } = await ask();
    const confirmed = { confirmationToken: token, ...key };
    expect((await call(confirmed)).ok).toBe(true);
    const refused = refusalIn(await call(confirmed));
    expect(refused).toMatchObject({
      reason: 'used',
      confirmationRequest: { preview: 'Pay somebody: amount: 5, to: "bob"' },
    });
    expect(ran).toHaveLength(1);
    // The new request works like any other.
    expect((await call({ confirmationToken: refused.confirmationRequest?.token })).ok).toBe(true);
  });

  test('spent without a key is not replayed by a call without one', async () => {
    const { call, ask } = setUp();
    const { token } = await ask();
    expect((await call({ confirmationToken: token })).ok).toBe(true);
    expect(refusalIn(await call({ confirmationToken: token })).reason).toBe('used');
  });
});

describe('the store being down', () => {
  const broken = (method: keyof ApprovalStore): ApprovalStore => ({
    ...createMemoryApprovalStore(),
    [method]: () => Promise.reject(new Error('down')),
  });

  test.each(['put', 'take'] as const)('denies when `%s` fails', async (method) => {
    const { call } = setUp({ store: broken(method) });
    const answer = await call(method === 'put' ? {} : { confirmationToken: 'x' });
    expect(answer).toMatchObject({ error: { type: 'TRANSIENT', retryable: true } });
    expect(ran).toEqual([]);
  });

  test('denies when a spent request cannot be read', async () => {
    const inner = createMemoryApprovalStore();
    const { call } = setUp({ store: { ...inner, get: () => Promise.reject(new Error('down')) } });
    const { token } = requestIn(await call());
    expect((await call({ confirmationToken: token })).ok).toBe(true);
    expect(await call({ confirmationToken: token })).toMatchObject({ error: { type: 'TRANSIENT' } });
    expect(ran).toHaveLength(1);
  });
});

describe('resumeConfirmed', () => {
  function setUpResume(...others: ToolHook[]) {
    const all = setUp({}, ...others);
    const resume = (id: string) =>
      resumeConfirmed(id, {
        approvals: all.store,
        now: () => all.clock.ms,
        call: ({ tool, ...approved }) => {
          expect(tool).toBe('pay');
          return all.call(approved);
        },
      });
    const askFor = async (more: Partial<InvokeOptions> = {}) => {
      const { approvalId = '', confirmationRequest } = refusalIn(await all.call(more));
      return { id: approvalId, token: confirmationRequest?.token };
    };
    const decide = (id: string, decision: 'yes' | 'no') =>
      all.store.decide(id, { decision, by: '//grace', nowMs: all.clock.ms });
    return { ...all, resume, askFor, decide };
  }

  test('runs what was approved, once, as the one who asked', async () => {
    const { store, call, resume, askFor, decide } = setUpResume();
    const { id, token } = await askFor();
    await decide(id, 'yes');
    const answers = await Promise.allSettled([resume(id), resume(id), resume(id)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(answers[0]).toMatchObject({ value: { ok: true, data: 'paid' } });
    expect(ran).toEqual([rawInput]);
    expect(refusalIn(await call({ confirmationToken: token })).reason).toBe('used');
    await expect(resume(id)).rejects.toMatchObject({ code: 'GOVERN_APPROVAL_OVER', type: 'CONFLICT' });
    expect(await store.list({ state: 'spent' })).toMatchObject([
      { id, decidedBy: '//grace', answer: { ok: true, data: 'paid' } },
    ]);
    expect(ran).toHaveLength(1);
  });

  test('is judged by the roles, scopes and tenant of the one who asked, and by nothing else a host knows of them', async () => {
    const seen: unknown[] = [];
    const look: ToolHook = { name: 'look', willExecute: (ctx) => void seen.push(ctx.user) };
    const { store, resume, askFor, decide } = setUpResume(authorize({ roles: ['payer'], scopes: ['pay'] }), look);
    const user = { id: 'ada', roles: ['payer'], scopes: ['pay', 'read'], tenant: 't1' };
    const { id } = await askFor({ user: { ...user, session: new Map() } as ToolUser });
    await decide(id, 'yes');
    expect(await resume(id)).toMatchObject({ ok: true, data: 'paid' });
    expect(seen).toEqual([user]);
    expect(Object.isFrozen((await store.get(id))?.user?.roles)).toBe(true);
  });

  test('runs for a caller without session', async () => {
    const { resume, askFor, decide } = setUpResume();
    const { id } = await askFor({ sessionId: undefined });
    await decide(id, 'yes');
    expect((await resume(id)).ok).toBe(true);
  });

  test('does not run before somebody decided, after a no, after the time, or after the token was used', async () => {
    const { clock, call, resume, askFor, decide } = setUpResume();
    await expect(resume('apr_nothing')).rejects.toMatchObject({ code: 'GOVERN_APPROVAL_UNKNOWN', type: 'NOT_FOUND' });
    const waiting = await askFor();
    await expect(resume(waiting.id)).rejects.toMatchObject({ code: 'GOVERN_APPROVAL_PENDING' });

    const rejected = await askFor();
    await decide(rejected.id, 'no');
    await expect(resume(rejected.id)).rejects.toMatchObject({ code: 'GOVERN_APPROVAL_REJECTED', type: 'AUTH' });

    const used = await askFor();
    await decide(used.id, 'yes');
    expect((await call({ confirmationToken: used.token })).ok).toBe(true);
    await expect(resume(used.id)).rejects.toMatchObject({ message: expect.stringContaining('used') });

    const late = await askFor();
    await decide(late.id, 'yes');
    clock.ms += 300_000;
    await expect(resume(late.id)).rejects.toMatchObject({ message: expect.stringContaining('expired') });
    expect(ran).toHaveLength(1);
  });
});
