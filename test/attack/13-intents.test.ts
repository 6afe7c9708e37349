import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredCallRecord } from '@helve/core';
import { expect, test } from 'vitest';
import { createProject, type Project } from '../journeys/project.js';
import { serveProject, startVictim } from './kit.js';

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

test('a write whose server is killed reads unknown, is listed as such, and is repaired only if its answer was kept', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const { running, ask } = await serveProject(project);
  const call = (id: string, ms: number, chunked = false) =>
    ask('/v1/tools/book/call', { method: 'POST', body: { id, ms }, chunked });
  expect((await call('done', 0)).status).toBe(200);
  const lost = [call('lost', 60_000), call('lost too', 60_000, true)].map((asked) => asked.catch(() => undefined));
  await expect.poll(() => effectsOf(project)).toHaveLength(3);
  // While they run, their outcome is not unknown.
  expect(await recordsOf(project, '--unknown')).toEqual([]);
  const { stdout: listed } = await project.helve(['trail', 'ls', '--tool', 'book']);
  expect(listed.match(/ running$/gm)).toHaveLength(2);
  running.process.kill('SIGKILL');
  await Promise.all([running.ended, ...lost]);

  const unknown = await recordsOf(project, '--unknown');
  expect(unknown.map(idOf).toSorted()).toEqual(['lost', 'lost too']);
  expect(unknown).toMatchObject([
    { toolId: 'book', door: 'http', outcome: { kind: 'unknown' } },
    { toolId: 'book', door: 'http', outcome: { kind: 'unknown' } },
  ]);
  // A call stands there once: by its result, or by the intent that none closes.
  expect((await recordsOf(project)).map(idOf).toSorted()).toEqual(['done', 'lost', 'lost too']);
  expect((await project.helve(['trail', 'verify'])).code).toBe(0);
  expect((await project.helve(['trail', 'repair'])).stdout).toBe('Repaired 0 calls; 2 calls of unknown outcome left\n');

  // Somebody looked, and says what came of each.
  const close = (at: number, ...more: string[]) =>
    project.helve(['trail', 'repair', '--close', String(unknown[at]?.requestId), ...more]);
  expect((await close(0, '--outcome', 'done')).code).toBe(2);
  expect((await close(0, '--outcome', 'done', '--reason', 'it is in the book')).code).toBe(0);
  expect((await close(0, '--outcome', 'done', '--reason', 'twice')).code).toBe(1);
  expect((await close(1, '--outcome', 'not-done', '--reason', 'no line')).code).toBe(0);
  expect(await recordsOf(project, '--unknown')).toEqual([]);
  expect((await recordsOf(project)).slice(0, 2)).toMatchObject([
    { outcome: { kind: 'failed' }, closed: { by: expect.any(String), reason: 'no line' } },
    { outcome: { kind: 'success' }, closed: { by: expect.any(String), reason: 'it is in the book' } },
  ]);
  expect((await project.helve(['trail', 'verify'])).code).toBe(0);
});

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

test('a call at the terminal that is ended by two signals at once, as timeout sends them, leaves its result', async () => {
  const project = await createProject({ 'helve.config.mjs': config });
  const running = project.start(['call', 'book', '--id', 'ended', '--ms', '60000']);
  await expect.poll(() => effectsOf(project)).toHaveLength(1);
  running.process.kill('SIGTERM');
  running.process.kill('SIGHUP');
  const { stderr } = await running.ended;
  expect(stderr).not.toContain('/dist/');
  expect(await recordsOf(project)).toMatchObject([{ toolId: 'book', outcome: { kind: 'cancelled' } }]);
  expect(await recordsOf(project, '--unknown')).toEqual([]);
});
