import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredCallRecord } from '@helve/core';
import { expect, test } from 'vitest';
import { createProject, type Project } from '../journeys/project.js';
import { isLong, serveProject, startVictim, tally } from './kit.js';

/** A tool that writes: a line for each effect, then it takes its time. */
const config = `
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { defineTool } from '@helve/core';

const inputSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, ms: { type: 'number' } },
  required: ['id'],
};
const book = defineTool({
  id: 'book',
  description: 'Books',
  inputSchema,
  execute: async ({ id, ms = 0 }) => {
    appendFileSync('effects.log', id + '\\n');
    await delay(ms);
    return { id };
  },
});
const sabotage = defineTool({
  id: 'sabotage',
  description: 'Writes, and takes the trail away from under the server',
  inputSchema,
  execute: async ({ id }) => {
    const Database = createRequire(${JSON.stringify(import.meta.filename)})('libsql');
    const database = new Database('.helve/helve.db');
    database.exec('ALTER TABLE trail RENAME TO gone');
    database.close();
    appendFileSync('effects.log', id + '\\n');
    return { id };
  },
});

export default {
  tools: [book, sabotage],
  govern: { rateLimit: false, loops: false, semaphore: { limit: 64 } },
  server: { port: 0 },
};
`;

function effectsOf({ folder }: Project): readonly string[] {
  const file = join(folder, 'effects.log');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

async function recordsOf({ helve }: Project, ...flags: string[]): Promise<readonly StoredCallRecord[]> {
  const { stdout } = await helve(['trail', 'ls', '--json', '--limit', '1000000', ...flags]);
  return JSON.parse(stdout) as readonly StoredCallRecord[];
}

const idOf = ({ rawInput }: StoredCallRecord) => (rawInput as { readonly id: string }).id;

test('killed under load: nothing acknowledged is lost or doubled, and every effect has a result or reads unknown', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const rounds = isLong ? 60 : 2;
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { running, ask } = await serveProject(project);
    const clients = Array.from({ length: 16 }, async (_, client) => {
      for (let at = 0; ; at += 1) {
        const id = `${round}-${client}-${at}`;
        const sent = { method: 'POST', body: { id, ms: client }, chunked: client % 2 === 0 };
        const answer = await ask('/v1/tools/book/call', sent).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status === 200) acknowledged.add(id);
      }
    });
    await delay(60 + Math.random() * 120);
    running.process.kill('SIGKILL');
    await Promise.all(clients);
    await running.ended;
  }

  const records = await recordsOf(project);
  const results = records.filter(({ outcome }) => outcome.kind === 'success').map(idOf);
  const unknown = (await recordsOf(project, '--unknown')).map(idOf);
  const effects = effectsOf(project);
  const known = new Set([...results, ...unknown]);
  const lost = [...acknowledged].filter((id) => !results.includes(id) || !effects.includes(id));
  const doubled = effects.length - new Set(effects).size + results.length - new Set(results).size;
  const untold = effects.filter((id) => !known.has(id));
  tally('kill -9 under load', {
    rounds,
    acknowledged: acknowledged.size,
    lost: lost.length,
    doubled,
    untold: untold.length,
    unknown: unknown.length,
  });
  expect(acknowledged.size).toBeGreaterThan(0);
  expect({ lost, doubled, untold }).toEqual({ lost: [], doubled: 0, untold: [] });
  // Whatever was under way is listed as such, once.
  expect(records.filter(({ outcome }) => outcome.kind === 'unknown')).toHaveLength(unknown.length);
  expect((await project.helve(['trail', 'verify'])).code).toBe(0);
  expect((await project.helve(['trail', 'repair'])).stdout).toMatch(/0 repaired; the outcome of .+ is unknown/);
}, 600_000);

test('a result that the trail does not take is told, and the next write is refused before it runs', async () => {
  const { project, callBothWays } = await startVictim({ 'helve.config.mjs': config });
  await callBothWays('book', { id: 'before' });
  const [told, refused] = await callBothWays('sabotage', { id: 'during' });
  expect(told).toMatchObject({ status: 200, body: { ok: true, data: { id: 'during' }, meta: { recorded: false } } });
  for (const answer of [refused, ...(await callBothWays('book', { id: 'after' }))]) {
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      ok: false,
      error: {
        type: 'TRANSIENT',
        partialSideEffects: false,
        details: { code: 'GOVERN_INTENT_NOT_STORED' },
      },
    });
    expect(answer.text).not.toContain(project.folder);
  }
  expect(effectsOf(project)).toEqual(['before', 'before', 'during']);
});
