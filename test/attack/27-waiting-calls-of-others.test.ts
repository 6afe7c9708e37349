import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startVictim, type Victim } from './kit.js';

const files = {
  'helve.config.mjs': `
export default {
  tools: [{
    id: 'pay', name: 'pay', description: 'Pays somebody', hooksByStage: {},
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'string' }, pin: { type: 'string', writeOnly: true } },
      required: ['to'],
    },
    policy: { requiresConfirmation: true },
    execute: ({ to }) => ({ paid: to }),
  }],
  server: { port: 0 },
};`,
};

let victim: Victim;
let start: Record<string, string>;
beforeAll(async () => {
  victim = await startVictim(files);
  start = { 'x-helve-start': /start=([\w-]+)/.exec(victim.welcome)?.[1] ?? '' };
});

const pay = async (body: object, headers = {}) => {
  const answer = await victim.ask('/v1/tools/pay/call', { method: 'POST', body, headers });
  return (answer.body as { error: { details: { approvalId: string } } }).error.details.approvalId;
};

const idsIn = (body: unknown) => (body as { approvals: { id: string }[] }).approvals.map(({ id }) => id);

test('without the start token, one sees the own waiting calls and nothing of others', async () => {
  const others = await pay({ to: 'the secret friend' }, start);
  const own = await pay({ to: 'anybody' });
  const listed = await victim.ask('/v1/approvals');
  expect(idsIn(listed.body)).toEqual([own]);
  expect(listed.text).not.toContain('secret friend');
  expect(idsIn((await victim.ask('/v1/approvals', { headers: start })).body).toSorted()).toEqual(
    [own, others].toSorted(),
  );
  const feed = await fetch(new URL('/v1/approvals/live', victim.url));
  let told = '';
  for await (const chunk of feed.body ?? []) {
    told += new TextDecoder().decode(chunk);
    if (told.includes('event: approvals')) break;
  }
  expect(told).toContain(own);
  expect(told).not.toContain('secret friend');
});

test('what was sent is gone from the store once a call has run or was refused', async () => {
  const decide = async (id: string, word: string) =>
    victim.ask(`/v1/approvals/${id}/${word}`, { method: 'POST', body: {}, headers: start });
  const run = await pay({ to: 'bob', pin: 'canary-run' }, start);
  const refused = await pay({ to: 'bob', pin: 'canary-refused' }, start);
  const waiting = await pay({ to: 'bob', pin: 'canary-waiting' }, start);
  expect((await decide(run, 'approve')).text).toContain('"paid":"bob"');
  expect((await decide(refused, 'reject')).status).toBe(200);
  const record = (id: string) => recordOf(victim, id);
  expect(await record(waiting)).toContain('canary-waiting');
  for (const id of [run, refused]) {
    expect(await record(id)).not.toContain('canary');
    expect(await record(id)).toContain('argumentsDigest');
  }
});

/** The record of an approval as it stands in the file. */
async function recordOf({ project }: Victim, id: string): Promise<string> {
  const { default: Database } = await import('libsql');
  const database = new Database(join(project.folder, '.helve', 'helve.db'));
  const row = database.prepare('SELECT record FROM approval WHERE id = ?').get(id) as { record: string };
  database.close();
  return row.record;
}
