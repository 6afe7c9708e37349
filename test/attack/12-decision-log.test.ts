import type { StoredCallRecord } from '@helve/core';
import { beforeAll, expect, test } from 'vitest';
import { startVictim, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
export default {
  tools: [{
    id: 'wipe', name: 'wipe', description: 'Wipes', inputSchema: { type: 'object', properties: {} },
    policy: { requiresConfirmation: true }, hooksByStage: {}, execute: () => 'wiped',
  }],
  server: { port: 0 },
};`,
};

let victim: Victim;
let [plain, boss] = ['', ''];
beforeAll(async () => {
  victim = await startVictim(files, ['--auth', 'keys']);
  const keyOf = async (...args: string[]) => (await victim.project.helve(['keys', 'add', ...args])).stdout.trim();
  [plain, boss] = await Promise.all([keyOf('plain'), keyOf('boss', '--role', 'admin')]);
});

const by = (token: string) => ({ authorization: `Bearer ${token}` });

async function recordsOf(act: string): Promise<readonly StoredCallRecord[]> {
  const { body } = await victim.ask(`/v1/trail?tool=${act}`, { headers: by(boss) });
  return (body as { records: StoredCallRecord[] }).records;
}

test('a refused key stands in the trail by its id, without its secret', async () => {
  const [id, secret] = ['0123456789ab', 'S'.repeat(43)];
  const forged = by(`helve_${id}_${secret}`);
  const answers = await victim.callBothWays('wipe', {}, forged);
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  const records = await recordsOf('gateway.refuse-user');
  expect(records).toMatchObject([
    {
      userId: 'anonymous',
      outcome: { kind: 'aborted' },
      input: { key: id, area: '/v1/tools', count: 1 },
      error: { type: 'AUTH', code: 'GATEWAY_USER_REFUSED' },
    },
  ]);
  expect(JSON.stringify(records)).not.toContain(secret);
});

test('a refused scope stands in the trail with who lacked it and what for, by every door', async () => {
  await victim.ask('/v1/approvals', { headers: by(plain) });
  await victim.callBothWays('flow.run', {}, by(plain));
  const mcp = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'flow_check', arguments: {} },
  };
  const accept = 'application/json, text/event-stream';
  await victim.ask('/mcp', { method: 'POST', body: mcp, headers: { ...by(plain), accept } });
  // A refusal is answered before its record is on the disk.
  await expect.poll(refusedAccess).toEqual([
    { userId: 'plain', door: 'http', input: about('approvals', 'GET /v1/approvals') },
    { userId: 'plain', door: 'http', input: about('flows', 'flow.run') },
    { userId: 'plain', door: 'mcp', input: about('flows', 'flow.check') },
  ]);
});

async function refusedAccess() {
  const records = (await recordsOf('gateway.refuse-access')).toReversed();
  return records.map(({ userId, door, input }) => ({ userId, door, input }));
}

const about = (area: string, what: string) => ({ area, scope: `helve:${area}`, what, count: 1 });

test('a decision stands in the trail with who made it and why', async () => {
  const asked = await victim.ask('/v1/tools/wipe/call', { method: 'POST', body: {}, headers: by(plain) });
  const { approvalId } = (asked.body as { error: { details: { approvalId: string } } }).error.details;
  const path = `/v1/approvals/${approvalId}/reject`;
  await victim.ask(path, { method: 'POST', body: { reason: 'not today' }, headers: by(boss) });
  expect(await recordsOf('approval.reject')).toMatchObject([
    { userId: 'boss', input: { id: approvalId, toolId: 'wipe', reason: 'not today' }, outcome: { kind: 'success' } },
  ]);
});
