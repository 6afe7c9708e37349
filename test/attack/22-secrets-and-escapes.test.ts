import { beforeAll, expect, test } from 'vitest';
import { startHeaderOf } from '../journeys/project.js';
import { startVictim, type Victim } from './kit.js';

const config = `
import { ToolError } from '@helve/core';
const common = { hooksByStage: {}, description: 'Fails', inputSchema: { type: 'object', required: ['password'], properties: {
  password: { type: 'string', 'x-sensitive': true }, note: { type: 'string' },
} } };
export default {
  server: { port: 0 },
  tools: [
    { ...common, id: 'foreseen', name: 'foreseen', execute: ({ password }) => {
      throw new ToolError('CONFLICT', 'Cannot log in with ' + password, { details: { tried: [btoa(password)] } });
    } },
    { ...common, id: 'unforeseen', name: 'unforeseen', execute: ({ password, note }) => {
      throw new Error('cannot log in with ' + password + ': ' + note);
    } },
  ],
};`;

const password = 'open-sesame-4711';
const note = 'x\u001b[2J\n2026-01-01 gateway: all is well\u202e';

let victim: Victim;
let start: { readonly 'x-helve-start': string };
beforeAll(async () => {
  victim = await startVictim({ 'helve.config.mjs': config });
  start = await startHeaderOf(victim.running);
});

test('what a schema marks as sensitive stands in no error, record or log', async () => {
  for (const tool of ['foreseen', 'unforeseen']) {
    for (const answer of await victim.callBothWays(tool, { password, note })) {
      expect(answer.body).toMatchObject({ ok: false });
      const { meta } = answer.body as { meta: { requestId: string } };
      const record = await victim.ask(`/v1/trail/${meta.requestId}`, { headers: start });
      expect(record.body).toMatchObject({ toolId: tool });
      for (const { text } of [answer, record]) {
        expect(text).not.toContain(password);
        expect(text).not.toContain(btoa(password));
      }
    }
  }
  const log = await victim.running.shows('cannot log in');
  expect(log).not.toContain(password);
});

test('nothing that a caller sends moves the cursor or begins a line of the log', async () => {
  const log = await victim.running.shows('cannot log in');
  expect(log).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
  expect(log).not.toMatch(/^2026-01-01 gateway/m);
  expect(log).toContain(String.raw`\u001b[2J\n2026-01-01 gateway`);
  const { stdout, stderr } = await victim.project.helve(['call', 'unforeseen', '--password', 'p4ss', '--note', note]);
  expect(stdout + stderr).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
});
