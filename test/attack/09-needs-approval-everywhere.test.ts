import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startVictim, type Victim } from './kit.js';

const config = `
import { appendFileSync } from 'node:fs';
const ran = (id) => (input) => { appendFileSync('ran.txt', id + '\\n'); return input; };
const common = { hooksByStage: {}, description: 'Runs' };
export default {
  server: { port: 0 },
  tools: [
    { ...common, id: 'loose', name: 'loose', inputSchema: { type: 'object' }, noSchemaMode: 'human-approval', execute: ran('loose') },
    { ...common, id: 'pay', name: 'pay', execute: ran('pay'),
      inputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
      needsApproval: async ({ sum }, ctx) => sum > 10 && ctx.user.id !== 'nobody' },
  ],
};`;

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim({ 'helve.config.mjs': config });
});

const ran = async () =>
  (await readFile(join(victim.project.folder, 'ran.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

test('a tool without a schema that wants a person waits for one, over HTTP and at the terminal', async () => {
  for (const { status, body } of await victim.callBothWays('loose', { anything: 1 })) {
    expect([status, body]).toMatchObject([428, { error: { type: 'CONFIRMATION_REQUIRED' } }]);
  }
  const called = await victim.project.helve(['call', 'loose', '--input', '-'], { stdin: '{"anything":1}' });
  expect(called).toMatchObject({ code: 1, stderr: expect.stringContaining('helve approvals approve apr_') });
  expect(await ran()).toEqual([]);
});

test('the rule of a tool decides by the arguments which calls wait', async () => {
  for (const [sum, expected] of [
    [5, 200],
    [50, 428],
    ['50', 400],
  ] as const) {
    for (const { status } of await victim.callBothWays('pay', { sum })) expect([sum, status]).toEqual([sum, expected]);
  }
  expect(await ran()).toEqual(['pay', 'pay']);
});
