import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProject, urlOf } from '../journeys/project.js';
import { isLong, tally } from './tally.js';

const rounds = isLong ? 60 : 3;
const clients = 16;

const config = `
import { open } from 'node:fs/promises';
import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

export default defineConfig({
  tools: [
    defineTool({
      id: 'book',
      description: 'Books something: one line for each booking',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      policy: { sideEffects: 'writes' },
      execute: async ({ id }) => {
        const file = await open('booked.txt', 'a');
        await file.writeFile(id + '\\n');
        await file.close();
        return { booked: id };
      },
    }),
  ],
  govern: { rateLimit: false, semaphore: { limit: 64 } },
  server: { port: 0 },
});
`;

/** Books under a key, and says whether the answer said that it was done. */
function book(url: string, agent: Agent, id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': id, 'x-session-id': 'kill-loop' };
    const sent = request(`${url}/v1/tools/book/call`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('error', () => resolve(false));
      answer.on('end', () => resolve(answer.statusCode === 200 && text.includes('"ok":true')));
    });
    sent.on('error', () => resolve(false));
    sent.end(JSON.stringify({ id }));
  });
}

/** Sends every booking twice at once, as an impatient client does, until the server is gone. */
async function bookUntilGone(url: string, round: number, acknowledged: Set<string>, state: { gone: boolean }) {
  const agent = new Agent({ keepAlive: true });
  const client = async (name: number) => {
    for (let n = 0; !state.gone; n += 1) {
      const id = `r${round}-c${name}-${n}`;
      const answers = await Promise.all([book(url, agent, id), book(url, agent, id)]);
      if (answers.includes(true)) acknowledged.add(id);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  agent.destroy();
}

interface Row {
  readonly outcome: { readonly kind: string };
  readonly rawInput: { readonly id: string };
}

test(`a server that is killed ${rounds} times under load loses nothing, does nothing twice, and has a row for every effect`, async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const running = project.start(['serve']);
    const url = await urlOf(running);
    const state = { gone: false };
    void running.ended.then(() => (state.gone = true));
    const booking = bookUntilGone(url, round, acknowledged, state);
    await sleep(100 + Math.random() * 400);
    running.process.kill('SIGKILL');
    await running.ended;
    await booking;
  }
  const booked = (await readFile(join(project.folder, 'booked.txt'), 'utf8')).trim().split('\n');
  const verdict = await project.helve(['trail', 'verify']);
  expect([verdict.code, verdict.stderr]).toEqual([0, '']);
  const listed = await project.helve(['trail', 'ls', '--tool', 'book', '--limit', '1000000', '--json']);
  const unfinished = await project.helve(['trail', 'ls', '--unknown', '--limit', '1000000', '--json']);
  const unknown = JSON.parse(unfinished.stdout) as Row[];
  const rows = [...(JSON.parse(listed.stdout) as Row[]), ...unknown];
  const recorded = new Set(rows.map(({ rawInput }) => rawInput.id));
  const effects = new Set(booked);
  const lost = [...acknowledged].filter((id) => !effects.has(id) || !recorded.has(id));
  const unrecorded = [...effects].filter((id) => !recorded.has(id));
  tally({
    attack: `kill -9 × ${rounds} under load`,
    acknowledged: acknowledged.size,
    lost: lost.length,
    doubled: booked.length - effects.size,
    leaked: unrecorded.length,
    note: `${effects.size} effects, ${unknown.length} unknown`,
  });
  expect({ lost, doubled: booked.length - effects.size, unrecorded }).toEqual({ lost: [], doubled: 0, unrecorded: [] });
  expect(acknowledged.size).toBeGreaterThan(rounds);
});
