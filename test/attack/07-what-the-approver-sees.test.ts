import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startHeaderOf } from '../journeys/project.js';
import { startVictim, type Answer, type Victim } from './kit.js';

const config = `
import { appendFileSync } from 'node:fs';
export default {
  server: { port: 0 },
  tools: [{
    id: 'pay', name: 'pay', description: 'Pays somebody', hooksByStage: {},
    inputSchema: { type: 'object', required: ['to'], additionalProperties: false, properties: {
      to: { type: 'string' }, note: { type: 'string' }, pin: { type: 'string', 'x-sensitive': true },
    } },
    policy: { requiresConfirmation: true },
    execute: (input) => {
      appendFileSync('paid.txt', JSON.stringify(input) + '\\n');
      return { paid: input.to };
    },
  }],
};`;

let victim: Victim;
let start: { readonly 'x-helve-start': string };

beforeAll(async () => {
  victim = await startVictim({ 'helve.config.mjs': config });
  start = await startHeaderOf(victim.running);
});

const idIn = ({ body }: Answer) => (body as { error: { details: { approvalId: string } } }).error.details.approvalId;
const decide = (id: string, verb: string, body: unknown) =>
  victim.ask(`/v1/approvals/${id}/${verb}`, { method: 'POST', body, headers: start });

/** As long as nobody reads to its end, with what cannot be seen at that end. */
const note = `${'thanks '.repeat(300)}\u202e000.1\u001b[2K`;

test('S81 an argument cannot hide from the approver: not by length, not by control or bidi characters', async () => {
  for (const asked of await victim.callBothWays('pay', { to: 'eve', note, pin: 'sesame' })) {
    const id = idIn(asked);
    const shown = await victim.project.helve(['approvals', 'show', id]);
    const looked = await victim.ask(`/v1/approvals/${id}`, { headers: start });
    for (const text of [shown.stdout, looked.text]) {
      expect(text).toContain(String.raw`\u202e000.1\u001b[2K`);
      expect(text).not.toMatch(/sesame|(?!\n)[\p{Cc}\p{Cf}]/u);
      for (const fact of ['eve', 'anonymous', 'http', 'writes', '/pin']) expect(text).toContain(fact);
    }
  }
});

test('S82 who is refused learns why, and an edited call runs what was edited, with its secret; the trail names who decided', async () => {
  const call = (input: object) => victim.ask('/v1/tools/pay/call', { method: 'POST', body: input });
  const no = idIn(await call({ to: 'eve' }));
  await decide(no, 'reject', { reason: 'I know no Eve' });
  expect((await victim.ask(`/v1/approvals/${no}`)).body).toMatchObject({ state: 'rejected', reason: 'I know no Eve' });

  const yes = idIn(await call({ to: 'everybody', pin: 'sesame' }));
  const edit = { arguments: { to: 'bob', pin: '[redacted]' }, reason: 'only Bob' };
  const answer = await decide(yes, 'approve', edit);
  expect(answer.body).toMatchObject({ ok: true, data: { paid: 'bob' } });
  const paid = await readFile(join(victim.project.folder, 'paid.txt'), 'utf8');
  expect(JSON.parse(paid)).toEqual({ to: 'bob', pin: 'sesame' });
  const { meta } = answer.body as { meta: { requestId: string } };
  const record = await victim.ask(`/v1/trail/${meta.requestId}`, { headers: start });
  expect(record.body).toMatchObject({
    approval: { id: yes, decidedBy: 'helve:start//start-token', reason: 'only Bob', edited: ['/to'] },
    door: 'http',
  });
  expect(record.text).not.toContain('sesame');
});
