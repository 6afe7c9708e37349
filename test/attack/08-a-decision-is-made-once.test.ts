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
    id: 'book', name: 'book', description: 'Books a room', hooksByStage: {},
    inputSchema: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
    policy: { requiresConfirmation: true },
    execute: async ({ room }, ctx) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      appendFileSync('booked.txt', [room, ctx.user.id, ctx.call.door].join(' ') + '\\n');
      return { booked: room };
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
const booked = async () =>
  (await readFile(join(victim.project.folder, 'booked.txt'), 'utf8').catch(() => '')).trim().split('\n');
const waiting = async () =>
  ((await victim.ask('/v1/approvals', { headers: start })).body as { approvals: unknown[] }).approvals;

test('20 clicks on one approval book one room, and every one of them gets an outcome and no new question', async () => {
  const [first] = await victim.callBothWays('book', { room: 'blue' });
  const id = idIn(first);
  const before = (await waiting()).length;
  const click = () => victim.ask(`/v1/approvals/${id}/approve`, { method: 'POST', body: {}, headers: start });
  const clicks = await Promise.all(Array.from({ length: 20 }, click));
  expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { body } of clicks) expect(body).toMatchObject({ ok: true, data: { booked: 'blue' } });
  expect((await click()).body).toMatchObject({ ok: true, data: { booked: 'blue' } });
  expect(await booked()).toEqual(['blue anonymous http']);
  expect(await waiting()).toHaveLength(before - 1);
});

test('a call that is approved at the terminal runs as its asker and by its own door', async () => {
  const id = idIn(await victim.ask('/v1/tools/book/call', { method: 'POST', body: { room: 'red' } }));
  expect(await victim.project.helve(['approvals', 'approve', id])).toMatchObject({ code: 0 });
  expect((await booked()).at(-1)).toBe('red anonymous http');
  expect((await victim.ask(`/v1/approvals/${id}`)).body).toMatchObject({ state: 'spent', answer: { ok: true } });
  // A second yes at the terminal tells what the first came to.
  const again = await victim.project.helve(['approvals', 'approve', id]);
  expect(again).toMatchObject({ code: 0, stdout: '{\n  "booked": "red"\n}\n' });
  expect(again.stderr).toContain('ran once');
  expect(await booked()).toHaveLength(2);
});
