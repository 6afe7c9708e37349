import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '@helve/store';
import Database from 'libsql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProject, urlOf } from './project.js';

/** All of them take minutes; `npm test` makes do with fewer. */
const calls = process.env['HELVE_FAULTS'] === 'all' ? 10_000 : 300;
const together = 200;

/** A limit that cannot be kept while the database is locked refuses, as it should: without limits, the trail itself is tried. */
const withoutLimits = '{ rateLimit: false, semaphore: false }';

const configOf = (govern: string) => `
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineConfig } from '@helve/cli';
import { defineTool, ToolError } from '@helve/core';

const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
export default defineConfig({
  tools: [
    defineTool({ id: 'double', description: 'Doubles', inputSchema, execute: ({ n }) => ({ n: n * 2 }) }),
    defineTool({ id: 'refuse', description: 'Refuses', inputSchema, execute: ({ n }) => { throw new ToolError('CONFLICT', 'Cannot do ' + n); } }),
    defineTool({ id: 'slow', description: 'Takes a moment, and listens', inputSchema, execute: async ({ n }, ctx) => { await sleep(n, undefined, { signal: ctx.signal }); return { n }; } }),
    defineTool({ id: 'patient', description: 'Waits for a file', inputSchema, execute: async ({ n }) => { while (!existsSync('go')) await sleep(20); return { n }; } }),
  ],
  govern: ${govern},
  server: { port: 0, closeGraceMs: 3000 },
});
`;

/** Dies in the middle of every fortieth piece of work. */
const shaky = `import { ToolCapability } from '@helve/worker';

export class Shaky extends ToolCapability {
  static description = 'Works until it does not';
  static actions = { work: 'work' };
  get name() { return 'shaky'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  work({ n }) { if (n % 40 === 37) process.exit(9); return { n }; }
}
`;

interface Answered {
  readonly id: string;
  readonly status: number | 'cut';
  readonly body: string;
}

function ask(url: string, agent: Agent, tool: string, n: number): Promise<Answered> {
  const id = `${tool}-${n}`;
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'x-request-id': id };
    const sent = request(`${url}/v1/tools/${tool}/call`, { method: 'POST', agent, headers }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body += String(chunk)));
      answer.on('end', () => resolve({ id, status: answer.statusCode ?? 0, body }));
      answer.on('error', () => resolve({ id, status: 'cut', body }));
    });
    sent.on('error', () => resolve({ id, status: 'cut', body: '' }));
    sent.end(JSON.stringify({ n }));
  });
}

async function inParallel<T>(count: number, limit: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next++;
      results[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

async function serve(govern = withoutLimits) {
  const project = await createProject({ 'helve.config.mjs': configOf(govern), 'capabilities/shaky/index.js': shaky });
  await project.helve(['worker', 'manifest', 'capabilities/shaky']);
  const server = project.start(['serve']);
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  onTestFinished(() => agent.destroy());
  const { folder } = project;
  return { server, agent, url: await urlOf(server), folder, path: join(folder, '.helve', 'helve.db') };
}

/** Holds the database for moments, as a backup or another process does. */
function lockAtTimes(path: string) {
  const database = new Database(path, { timeout: 50 });
  const stop = new AbortController();
  let held = 0;
  const hold = async () => {
    try {
      database.exec('BEGIN IMMEDIATE');
    } catch {
      // Somebody else has it at this moment.
      return sleep(10);
    }
    held += 1;
    await sleep(120);
    database.exec('ROLLBACK');
    return sleep(200);
  };
  const done = (async () => {
    while (!stop.signal.aborted) await hold();
    database.close();
    return held;
  })();
  return {
    stop: () => {
      stop.abort();
      return done;
    },
  };
}

async function recordsOf(path: string): Promise<ReadonlyMap<string, number>> {
  const store = openSqliteStore({ path });
  try {
    expect(await store.trail.verify()).toMatchObject({ ok: true });
    const counts = new Map<string, number>();
    let beforeSeq: number | undefined;
    for (;;) {
      const page = await store.trail.list({ limit: 500, ...(beforeSeq === undefined ? {} : { beforeSeq }) });
      for (const { requestId } of page) counts.set(String(requestId), (counts.get(String(requestId)) ?? 0) + 1);
      beforeSeq = page.at(-1)?.seq;
      if (page.length < 500) return counts;
    }
  } finally {
    await store.close();
  }
}

/** Lets so many calls come in while workers die and the database is locked; each has one answer, its own, and one record. */
async function endure(govern: string, count: number): Promise<readonly Answered[]> {
  const { server, agent, url, path } = await serve(govern);
  const tools = ['double', 'refuse', 'shaky.work', 'double', 'slow'];
  const lock = lockAtTimes(path);
  const answers = await inParallel(count, together, (n) => ask(url, agent, tools[n % tools.length] ?? 'double', n));
  expect(await lock.stop()).toBeGreaterThan(0);
  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });

  const wrong = answers.filter(({ id, body }) => {
    const { meta } = JSON.parse(body === '' ? '{}' : body) as { meta?: { requestId?: string } };
    return meta?.requestId !== id;
  });
  expect(wrong).toEqual([]);
  expect(answers).toHaveLength(count);
  const records = await recordsOf(path);
  expect(answers.filter(({ id }) => records.get(id) !== 1).map(({ id }) => [id, records.get(id)])).toEqual([]);
  return answers;
}

const statusesOf = (answers: readonly Answered[], tool: string) =>
  new Set(answers.filter(({ id }) => id.startsWith(tool)).map(({ status }) => status));

test(
  'while workers crash and the database is locked at times, every call is answered once and stands in the trail once',
  { timeout: 600_000 },
  async () => {
    const answers = await endure(withoutLimits, calls);
    expect(statusesOf(answers, 'double')).toEqual(new Set([200]));
    expect([...statusesOf(answers, 'shaky')].some((status) => status !== 200)).toBe(true);
  },
);

test(
  'the same holds with the rules that come by default, which refuse what they cannot let through',
  { timeout: 600_000 },
  async () => {
    const answers = await endure(`'standard'`, calls);
    const ran = statusesOf(answers, 'double');
    expect(ran.has(200)).toBe(true);
    // Too many at once or in a minute, or a limit that could not be looked up.
    expect([...ran].filter((status) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
  },
);

test('stopped in the middle, helve serve ends within its grace and every client that was let in gets an answer', async () => {
  const { server, agent, url, path, folder } = await serve();
  const answers = Promise.all(
    Array.from({ length: 100 }, (_, n) => ask(url, agent, n < 50 ? 'patient' : 'slow', 600_000 + n)),
  );
  await vi.waitFor(
    async () => expect(await (await fetch(`${url}/metrics`)).text()).toContain('in_flight 100\n'),
    20_000,
  );
  server.process.kill('SIGTERM');
  await sleep(200);
  await writeFile(join(folder, 'go'), '');
  expect(await server.ended).toMatchObject({ code: 0 });
  const settled = await answers;
  expect(settled.filter(({ status }) => status === 'cut')).toEqual([]);
  expect(settled.map(({ status }) => status)).toEqual([...Array(50).fill(200), ...Array(50).fill(499)]);
  const records = await recordsOf(path);
  expect(settled.filter(({ id }) => records.get(id) !== 1)).toEqual([]);
});
