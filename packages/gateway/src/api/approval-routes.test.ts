import { createCaller, defineTool, ownerOf, ToolRegistry, type ToolUser } from '@helve/core';
import { createGateway, type Approval, type GatewayOptions } from '@helve/gateway';
import { confirm, createMemoryApprovalStore } from '@helve/govern';
import { describe, expect, test } from 'vitest';
import { memoryApprovals } from '../testing/memory-approvals.js';

const anna = { id: 'anna' };
const boss = { id: 'boss', scopes: ['helve:approvals'] };
/** May decide, and asks as well. */
const both = { id: 'both', scopes: ['helve:approvals'] };
const users: { readonly [name: string]: ToolUser } = { anna, boss, both, eve: { id: 'eve' } };

const properties = {
  to: { type: 'string' },
  text: { type: 'string' },
  key: { type: 'string', 'x-sensitive': true },
} as const;

/** A gateway with one tool that needs somebody's word, and a way to ask it as any user. */
function open(options: Partial<GatewayOptions> = {}) {
  const sent: unknown[] = [];
  const tools = new ToolRegistry();
  tools.addInline(
    defineTool({
      id: 'send',
      description: 'Sends',
      inputSchema: { type: 'object', properties, required: ['to'], additionalProperties: false },
      policy: { requiresConfirmation: true },
      execute: (input, ctx) => {
        sent.push(input);
        return { run: sent.length, user: ctx.user.id, door: ctx.call.door };
      },
    }),
  );
  const store = createMemoryApprovalStore();
  const caller = createCaller({ tools, hooks: [confirm({ store })] });
  const user = (request: Request) => users[request.headers.get('x-user') ?? ''] ?? { id: 'nobody' };
  const approvals = memoryApprovals(store, () => caller);
  const gateway = createGateway({ caller, approvals, user, ...options });
  const send = async (as: string, path: string, body?: unknown) => {
    const response = await gateway.fetch(
      new Request(`http://localhost${path}`, {
        headers: { 'x-user': as, 'content-type': 'application/json', 'x-request-id': 'r-1' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
  };
  const ask = async (input: object = { to: 'bob' }, as = 'anna') => {
    const { status, text, body } = await send(as, '/v1/tools/send/call', input);
    expect(status).toBe(428);
    const { details } = body['error'] as { details: { approvalId: string; confirmationRequest: object } };
    return { id: details.approvalId, text, details };
  };
  const approve = (id: string, as = 'boss', body: object = {}) => send(as, `/v1/approvals/${id}/approve`, body);
  const reject = (id: string, as = 'boss', body: object = {}) => send(as, `/v1/approvals/${id}/reject`, body);
  const look = (id: string, as: string) => send(as, `/v1/approvals/${id}`);
  return { gateway, store, approvals, sent, send, ask, approve, reject, look };
}

describe('the approvals of a gateway', () => {
  test('S80 are asked for with the public id alone: the token reaches nobody', async () => {
    const { ask, store, look } = open();
    const { id, text, details } = await ask();
    expect(text).not.toMatch(/token/i);
    expect(details.confirmationRequest).toMatchObject({ tool: 'send' });
    const [record] = await store.list();
    for (const as of ['anna', 'boss']) expect((await look(id, as)).text).not.toContain(record?.tokenHash);
  });

  test('are told to whoever follows them, and again when they change', async () => {
    const { gateway, approvals, ask } = open();
    const { id } = await ask();
    const { body } = await gateway.fetch(
      new Request('http://localhost/v1/approvals/live', { headers: { 'x-user': 'boss' } }),
    );
    const told: { readonly approvals: readonly Approval[] }[] = [];
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      for (const [, data = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) {
        told.push(JSON.parse(data) as (typeof told)[number]);
      }
      if (told.length === 1) await approvals.decide(id, { decision: 'no', by: boss });
      if (told.length === 2) break;
    }
    expect(told.map((event) => event.approvals.map((approval) => approval.id))).toEqual([[id], []]);
  });

  test('are not there without somewhere to answer', async () => {
    const { send } = open({ approvals: undefined });
    for (const answer of [await send('boss', '/v1/approvals'), await send('boss', '/v1/approvals/apr_1/approve', {})]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'GATEWAY_NOT_FOUND' } });
    }
  });

  test('S81 show every argument but secrets to who decides, and what cannot be seen as an escape', async () => {
    const { ask, look, send } = open();
    const text = `${'long '.repeat(400)}\u202eevil\u001b`;
    const { id } = await ask({ to: 'bob', text, key: 'sesame' });
    const seen = await look(id, 'boss');
    expect(seen.body).toMatchObject({
      state: 'pending',
      arguments: { to: 'bob', text, key: '[redacted]' },
      masked: ['/key'],
      owner: ownerOf(anna),
      door: 'http',
      requestId: 'r-1',
      policy: { sideEffects: 'writes', requiresConfirmation: true },
    });
    expect(seen.text).toContain(String.raw`\u202eevil\u001b`);
    for (const { text: shown } of [seen, await send('boss', '/v1/approvals')]) {
      expect(shown).not.toMatch(/sesame|(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });

  test('S80 tell who asked what became of it, and nobody else anything', async () => {
    const { ask, look, approve } = open();
    const { id } = await ask();
    expect((await look(id, 'anna')).body).toEqual({
      id,
      kind: 'confirmation',
      state: 'pending',
      toolId: 'send',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(await look(id, 'eve')).toMatchObject({ status: 404, body: { code: 'GATEWAY_APPROVAL_NOT_FOUND' } });
    await approve(id);
    expect((await look(id, 'anna')).body).toMatchObject({ state: 'spent', answer: { ok: true, data: { run: 1 } } });
  });

  test('that are approved run once, as the one who asked and by their door; 20 clicks get that one answer', async () => {
    const { ask, approve, sent, store } = open();
    const { id } = await ask();
    const first = await Promise.all(Array.from({ length: 20 }, () => approve(id)));
    expect(first.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(sent).toEqual([{ to: 'bob' }]);
    const { body } = await approve(id);
    expect(body).toMatchObject({ ok: true, data: { run: 1, user: 'anna', door: 'http' }, meta: { requestId: 'r-1' } });
    expect(await store.list()).toMatchObject([{ id, state: 'spent', decidedBy: ownerOf(boss) }]);
  });

  test('S82 that are rejected never run, and the reason reaches who asked', async () => {
    const { ask, approve, reject, look, sent, store } = open();
    const { id } = await ask();
    expect(await reject(id, 'boss', { reason: 'not on Fridays' })).toMatchObject({
      status: 200,
      body: { rejected: { id, state: 'rejected' } },
    });
    expect((await look(id, 'anna')).body).toMatchObject({ state: 'rejected', reason: 'not on Fridays' });
    expect((await reject(id)).status).toBe(200);
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: 'GATEWAY_APPROVAL_OVER' } });
    expect(sent).toEqual([]);
    expect(await store.list()).toHaveLength(1);
  });

  test('S82 that are edited run the new arguments, with what was masked as it was sent', async () => {
    const { ask, approve, look, sent } = open();
    const { id } = await ask({ to: 'everybody', text: 'hi', key: 'sesame' });
    const bad = await approve(id, 'boss', { arguments: { to: 7, key: '[redacted]' } });
    expect(bad).toMatchObject({ status: 400, body: { code: 'CALL_INPUT_INVALID' } });
    const edited = { arguments: { to: 'bob', text: 'hi', key: '[redacted]' }, reason: 'only bob' };
    expect((await approve(id, 'boss', edited)).status).toBe(200);
    expect(sent).toEqual([{ to: 'bob', text: 'hi', key: 'sesame' }]);
    expect((await look(id, 'boss')).body).toMatchObject({
      edited: ['/to'],
      reason: 'only bob',
      arguments: { to: 'bob', key: '[redacted]' },
    });
    expect((await approve(id, 'boss', edited)).status).toBe(409);
  });

  test('S80 are not decided by who asked, unless the host says so', async () => {
    const { ask, approve, reject, sent } = open();
    const { id } = await ask({ to: 'bob' }, 'both');
    for (const answer of [await approve(id, 'both'), await reject(id, 'both')]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'GATEWAY_SELF_APPROVAL' } });
    }
    expect((await approve(id, 'anna')).body).toMatchObject({ code: 'GATEWAY_SCOPE_MISSING' });
    expect(sent).toEqual([]);
    const alone = open({ selfApproval: true });
    const own = await alone.ask({ to: 'bob' }, 'both');
    expect((await alone.approve(own.id, 'both')).status).toBe(200);
  });

  test('take nothing from the body but a reason and arguments', async () => {
    const { ask, approve, reject, sent } = open();
    const { id } = await ask();
    for (const body of [{ by: 'boss' }, { reason: 7 }, { reason: 'x'.repeat(1_001) }, { arguments: [] }]) {
      expect((await approve(id, 'boss', body)).body).toMatchObject({ code: 'GATEWAY_BODY_NOT_EXPECTED' });
    }
    expect((await reject(id, 'boss', { arguments: {} })).body).toMatchObject({ code: 'GATEWAY_BODY_NOT_EXPECTED' });
    expect(sent).toEqual([]);
  });
});
