import { createCaller, ToolRegistry, type ToolResponse } from '@helve/core';
import { createGateway, type Approval, type Approvals, type GatewayOptions, type ResumeCall } from '@helve/gateway';
import { describe, expect, test } from 'vitest';

const waiting: Approval = {
  id: 'apr_1',
  kind: 'confirmation',
  toolId: 'send',
  userId: 'anna',
  preview: 'Send 3 letters',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:05:00.000Z',
};

/** A desk with one question on it, which runs a small tool once. */
function createDesk(approval: Approval = waiting) {
  let open: Approval | undefined = approval;
  let runs = 0;
  const decided: unknown[] = [];
  const resumed: ResumeCall[] = [];
  const tools = new ToolRegistry();
  tools.addInline({
    id: 'send',
    name: 'Send',
    description: 'Sends',
    inputSchema: { type: 'object' },
    hooksByStage: {},
    execute: (_, ctx) => ({ run: ++runs, user: ctx.user.id, door: ctx.call.door }),
  });
  const caller = createCaller({ tools });
  const approvals: Approvals = {
    list: async () => (open === undefined ? [] : [open]),
    async decide(id, decision, by) {
      if (id !== open?.id) return undefined;
      decided.push([id, decision, by]);
      open = undefined;
      return approval;
    },
    async resume(_, call): Promise<ToolResponse | undefined> {
      resumed.push(call);
      return runs > 0 ? undefined : caller.callTool({ tool: 'send', user: { id: approval.userId }, ...call });
    },
  };
  const send = (path: string, options: Partial<GatewayOptions> = {}, body = '{}') =>
    createGateway({ caller, approvals, startToken, ...options }).fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', 'x-helve-start': startToken },
        body,
      }),
    );
  const get = (options: Partial<GatewayOptions> = {}) =>
    createGateway({ caller, approvals, ...options }).fetch(new Request('http://localhost/v1/approvals'));
  return { approvals, decided, resumed, send, get };
}

const startToken = 'of-this-very-start';

describe('the approvals of a gateway', () => {
  test('are told to whoever follows them, and again when they change', async () => {
    const { approvals } = createDesk();
    const gateway = createGateway({ caller: createCaller({ tools: new ToolRegistry() }), approvals });
    const { body } = await gateway.fetch(new Request('http://localhost/v1/approvals/live'));
    const told: unknown[] = [];
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      for (const [, data = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) told.push(JSON.parse(data));
      if (told.length === 1) await approvals.decide(waiting.id, 'no', 'me');
      if (told.length === 2) break;
    }
    expect(told).toEqual([{ approvals: [waiting] }, { approvals: [] }]);
  });

  test('are listed', async () => {
    const { get } = createDesk();
    expect(await (await get()).json()).toEqual({ approvals: [waiting] });
  });

  test('are not there without a desk', async () => {
    const { get, send } = createDesk();
    for (const answer of [
      await get({ approvals: undefined }),
      await send('/v1/approvals/apr_1/approve', { approvals: undefined }),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'GATEWAY_NOT_FOUND' });
    }
  });

  test('that are approved run once, as the one who asked, and answer with the envelope', async () => {
    const { send, decided, resumed } = createDesk();
    const answer = await send('/v1/approvals/apr_1/approve', {
      user: () => ({ id: 'boss', scopes: ['helve:approvals'] }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      ok: true,
      data: { run: 1, user: 'anna', door: 'http' },
      meta: { requestId: 'r-1' },
    });
    expect(decided).toEqual([['apr_1', 'yes', 'boss']]);
    expect(resumed).toHaveLength(1);
    const again = await send('/v1/approvals/apr_1/approve');
    expect([again.status, await again.json()]).toMatchObject([404, { code: 'GATEWAY_APPROVAL_NOT_FOUND' }]);
  });

  test('that somebody else ran in the meantime answer with 409', async () => {
    const { send, approvals } = createDesk();
    const late: Approvals = { ...approvals, resume: async () => undefined };
    const answer = await send('/v1/approvals/apr_1/approve', { approvals: late });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'GATEWAY_APPROVAL_OVER' }]);
  });

  test('that are rejected never run', async () => {
    const { send, decided, resumed } = createDesk();
    const answer = await send('/v1/approvals/apr_1/reject');
    expect([answer.status, await answer.json()]).toMatchObject([200, { rejected: { id: 'apr_1' } }]);
    expect(decided).toEqual([['apr_1', 'no', 'anonymous']]);
    expect(resumed).toEqual([]);
  });

  test('that are a standing agreement have nothing to run', async () => {
    const { send, resumed } = createDesk({ ...waiting, kind: 'consent' });
    expect(await (await send('/v1/approvals/apr_1/approve')).json()).toMatchObject({ approved: { kind: 'consent' } });
    expect(resumed).toEqual([]);
  });

  test('are listed without the start token, and decided only with it', async () => {
    const { get, send, decided } = createDesk();
    const other = { startToken: 'of-another-start-of-it' };
    expect((await get(other)).status).toBe(200);
    for (const options of [other, { startToken: undefined }]) {
      const answer = await send('/v1/approvals/apr_1/approve', options);
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'GATEWAY_START_TOKEN_NEEDED' }]);
    }
    const known = await send('/v1/approvals/apr_1/approve', { user: () => ({ id: 'boss' }) });
    expect([known.status, await known.json()]).toMatchObject([403, { code: 'GATEWAY_SCOPE_MISSING' }]);
    expect(decided).toEqual([]);
  });

  test('take no arguments from the body', async () => {
    const { send, decided } = createDesk();
    const answer = await send('/v1/approvals/apr_1/approve', {}, '{"by":"boss"}');
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'GATEWAY_BODY_NOT_EXPECTED' }]);
    expect(decided).toEqual([]);
  });
});
