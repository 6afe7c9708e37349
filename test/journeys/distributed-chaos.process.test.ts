import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '@helve/flow/engine';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isChaos } from '../long-runs.js';
import { needs } from '../needs.js';
import { createDatabase, startPostgres } from '../postgres.js';
import { startRedis } from '../redis.js';
import { chaosJob, expectClean, openChaosBed, untilDone, type ChaosBed, type ChaosServers } from './chaos-bed.js';

const count = isChaos ? 2_000 : 40;
const limitMs = isChaos ? 900_000 : 60_000;
const numbers = Array.from({ length: count }, (_, at) => at);
const long = { skip: !isChaos, meta: isChaos ? {} : { skipReason: 'minutes long: only `CHAOS=1` runs it' } };

const isOver = async (engine: Engine) => (await engine.get('j1').catch(() => undefined))?.state === 'done';

/** Kills a random one of three workers each time some more units are done, until all are. */
async function killUntilDone(bed: ChaosBed): Promise<void> {
  let started = 0;
  const start = () => bed.start({ id: `w${(started += 1)}`, slots: 2 });
  const workers = [start(), start(), start()];
  for (let next = 15; !(await isOver(bed.engine)); next += isChaos ? 60 : 15) {
    await untilDone(bed.engine, next);
    if (await isOver(bed.engine)) break;
    const at = Math.floor(Math.random() * workers.length);
    workers[at]?.process.kill('SIGKILL');
    workers[at] = start();
  }
}

/** Runs units on two workers, disturbs them at a third and at two thirds; both must outlive it. */
async function disturbed(servers: ChaosServers, disturb: () => Promise<unknown>): Promise<ChaosBed> {
  const bed = await openChaosBed(servers);
  await bed.engine.submit(chaosJob(count));
  const workers = ['a', 'b'].map((id) => bed.start({ id, workMs: 50 }));
  for (const part of [1, 2]) {
    await untilDone(bed.engine, (count / 3) * part);
    await disturb();
  }
  await untilDone(bed.engine, count);
  expect(workers.map(({ process }) => process.exitCode)).toEqual([null, null]);
  return bed;
}

async function ownPostgres() {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  return { server, url: await server.createDatabase() };
}

describe('durable work on many machines', needs('postgres'), () => {
  test(
    'MV2 is whole on Postgres though a random one of three processes is killed again and again',
    { timeout: limitMs },
    async () => {
      const url = await createDatabase();
      const bed = await openChaosBed({ journal: url, queue: url });
      await bed.engine.submit(chaosJob(count));
      await killUntilDone(bed);
      await expectClean(bed, numbers);
    },
  );

  test('MV6 no worker ends when Postgres restarts, and nothing is done twice', { timeout: limitMs }, async () => {
    const { server, url } = await ownPostgres();
    await expectClean(await disturbed({ journal: url, queue: url }, () => server.restart()), numbers);
  });

  test('MV7 is whole though every connection is cut again and again', { timeout: limitMs }, async () => {
    const url = new URL(await createDatabase());
    const way = await openWay(Number(url.port));
    const servers = { journal: Object.assign(new URL(url), { port: String(way.port) }).href, queue: '' };
    const bed = await openChaosBed({ journal: url.href, queue: url.href });
    await bed.engine.submit(chaosJob(count));
    const workers = ['a', 'b'].map((id) =>
      bed.start({ id, workMs: 50, servers: { ...servers, queue: servers.journal } }),
    );
    await Promise.all(workers.map(({ says }) => says('ready')));
    for (let cut = 0; cut < 10; cut += 1) {
      await sleep(500);
      way.cut();
    }
    await untilDone(bed.engine, count);
    await expectClean(bed, numbers);
    expect(way.cuts()).toBeGreaterThan(2);
  });

  test('MV11 no unit goes to a worker of another build', { timeout: limitMs }, async () => {
    const url = await createDatabase();
    const bed = await openChaosBed({ journal: url, queue: url });
    const units = numbers.slice(0, count / 2);
    for (const build of ['b1', 'b2']) {
      await bed.engine.submit(chaosJob(count / 2, { id: build === 'b1' ? 'j1' : 'j2', build }));
      bed.start({ id: `${build}-a`, build });
    }
    await untilDone(bed.engine, count / 2);
    for await (const _ of bed.engine.events('j2'));
    for (const [job, build] of [
      ['j1', 'b1'],
      ['j2', 'b2'],
    ] as const) {
      const workers = (await bed.engine.units(job)).map(({ worker = '' }) => worker.split('-')[0]);
      expect([new Set(workers), workers.length]).toEqual([new Set([build]), units.length]);
    }
  });

  test(
    'MV12 units that wait for a person hold nobody, and go on after a restart when another engine tells them',
    { timeout: limitMs },
    async () => {
      const url = await createDatabase();
      const bed = await openChaosBed({ journal: url, queue: url });
      await bed.engine.submit(chaosJob(count, {}, Object.fromEntries(numbers.map((n) => [n, 'waits']))));
      const first = bed.start({ id: 'first' });
      const waiting = async () => (await bed.engine.get('j1'))?.counts.waiting;
      await expect.poll(waiting).toBe(count);
      first.process.kill('SIGKILL');
      bed.start({ id: 'second' });
      const other = await openChaosBed({ journal: url, queue: url });
      await other.engine.signal('j1', 'approve', true);
      await untilDone(bed.engine, count);
      await expectClean(bed, numbers);
    },
  );

  describe('with Redis', needs('redis'), () => {
    test(
      'MV1 is whole though a random one of three processes is killed again and again',
      { timeout: limitMs, ...long },
      async () => {
        const redis = await startRedis();
        onTestFinished(() => redis.stop());
        const bed = await openChaosBed({ journal: await createDatabase(), queue: redis.url });
        await bed.engine.submit(chaosJob(count));
        await killUntilDone(bed);
        await expectClean(bed, numbers);
      },
    );

    test.each(['crash', 'flush'] as const)(
      'MV5 is whole when Redis forgets (%s)',
      { timeout: limitMs, ...long },
      async (how) => {
        const redis = await startRedis();
        onTestFinished(() => redis.stop());
        const client = new Redis(redis.url, { lazyConnect: true });
        client.on('error', () => undefined);
        onTestFinished(() => client.disconnect());
        const servers = { journal: await createDatabase(), queue: redis.url };
        const bed = await disturbed(servers, () => (how === 'crash' ? redis.crash() : client.flushall()));
        await expectClean(bed, numbers);
      },
    );
  });
});

/** A way to a server that can be cut: every connection through it ends at once. */
async function openWay(port: number) {
  const open = new Set<Socket>();
  let cuts = 0;
  const way = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void way.close());
  return {
    port: (way.address() as AddressInfo).port,
    cuts: () => cuts,
    cut() {
      if (open.size > 0) cuts += 1;
      for (const socket of open) socket.resetAndDestroy();
    },
  };
}
