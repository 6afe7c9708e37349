import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createProject } from '../journeys/project.js';
import { needs } from '../needs.js';
import { startPostgres } from '../postgres.js';
import { serveProject } from './kit.js';
import { isLong, onlyLong, tally } from './tally.js';

const config = (store: string) => `
import { setTimeout as delay } from 'node:timers/promises';

const tool = (id, sideEffects, execute) => ({
  id, name: id, description: id, hooksByStage: {}, execute,
  inputSchema: { type: 'object', properties: { ms: { type: 'number' } } },
  policy: { category: 'action', sideEffects, effects: [], idempotent: false, requiresConfirmation: false },
});
const work = async ({ ms = 0 }) => {
  await delay(ms);
  return { done: true };
};

export default {
  tools: [tool('work', 'none', work), tool('write', 'writes', work)],
  govern: { rateLimit: false, loops: false, semaphore: { limit: 1, waitMs: 10_000 } },
  store: ${store},
  server: { port: 0 },
};
`;

const whole = { lost: 0, doubled: 0, leaked: 0 };

test('the slot of a server that was killed is free within 3 s', async () => {
  const project = await createProject({ 'helve.config.mjs': config(`{ path: '.helve/helve.db' }`) });
  const rounds = isLong ? 20 : 1;
  let slowestMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const dead = await serveProject(project);
    const lost = dead.ask('/v1/tools/work/call', { method: 'POST', body: { ms: 60_000 } }).catch(() => undefined);
    await delay(200);
    const next = await serveProject(project);
    dead.running.process.kill('SIGKILL');
    const startMs = performance.now();
    const answers = await next.callBothWays('work', {});
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(slowestMs).toBeLessThan(3_000);
    next.running.process.kill('SIGKILL');
    await lost;
  }
  const note = `free after ${Math.round(slowestMs)} ms at most`;
  tally({ attack: `slot of a killed server × ${rounds}`, ...whole, acknowledged: 2 * rounds, note });
});

test(
  'a full disk ends no server: writes are refused, /readyz says so, and all is well again once there is room',
  onlyLong(process.getuid?.() === 0),
  async () => {
    const project = await createProject({ 'helve.config.mjs': config(`{ path: '.helve/helve.db' }`) });
    const home = join(project.folder, '.helve');
    mkdirSync(home);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', home]);
    onTestFinished(() => void execFileSync('umount', ['-l', home]));
    const { ask, callBothWays, running } = await serveProject(project);
    const rounds = 10;
    for (let round = 0; round < rounds; round += 1) {
      expect((await callBothWays('write', {})).map(({ status }) => status)).toEqual([200, 200]);
      fill(join(home, 'full'));
      const refused = await Promise.all(
        Array.from({ length: 40 }, () => ask('/v1/tools/write/call', { method: 'POST', body: {} })),
      );
      expect(refused.map(({ status }) => status)).toContain(503);
      for (const { text } of refused) expect(text).not.toContain(project.folder);
      const ready = await ask('/readyz');
      expect([ready.status, ready.text]).toEqual([503, expect.stringMatching(/STORE_(DISK_FULL|FAILED)/)]);
      expect(running.process.exitCode).toBeNull();
      rmSync(join(home, 'full'));
      await expect.poll(async () => (await ask('/readyz')).status, { timeout: 10_000 }).toBe(200);
    }
    expect((await project.helve(['trail', 'verify'])).code).toBe(0);
    tally({ attack: `full disk × ${rounds}`, ...whole, acknowledged: 2 * rounds });
  },
);

/** Writes until there is no room left, not even for a byte. */
function fill(file: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for this size.
    }
  }
}

test(
  'a Postgres behind a dead network is told within its deadline, and found again',
  onlyLong(needs('postgres').ok),
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const line = await createLine(new URL(await postgres.createDatabase()));
    const project = await createProject({ 'helve.config.mjs': config(`{ postgres: '${line.url}' }`) });
    const { ask, callBothWays, running } = await serveProject(project);
    expect((await callBothWays('write', {})).map(({ status }) => status)).toEqual([200, 200]);
    line.cut();
    const startMs = performance.now();
    const ready = await ask('/readyz');
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('STORE_UNREACHABLE')]);
    expect(performance.now() - startMs).toBeLessThan(7_000);
    for (const { status } of await callBothWays('write', {})) expect(status).toBe(503);
    line.mend();
    await expect.poll(async () => (await ask('/readyz')).status, { timeout: 30_000 }).toBe(200);
    expect((await callBothWays('write', {})).map(({ status }) => status)).toEqual([200, 200]);
    expect(running.process.exitCode).toBeNull();
    tally({ attack: 'Postgres behind a dead network', ...whole, acknowledged: 4 });
  },
);

/** A line to a server that can be cut: bytes are swallowed, and nobody is told. */
async function createLine(server: URL) {
  let isCut = false;
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(server.port), server.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => isCut || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => isCut || to.destroy());
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    line.close();
  });
  const url = new URL(server);
  const address = line.address();
  url.port = String(typeof address === 'object' ? address?.port : '');
  url.hostname = '127.0.0.1';
  return { url: url.href, cut: () => void (isCut = true), mend: () => void (isCut = false) };
}
