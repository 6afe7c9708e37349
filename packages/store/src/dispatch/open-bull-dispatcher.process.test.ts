import type { Delivery, Dispatcher } from '@helve/flow/engine';
import { openBullDispatcher } from '@helve/store';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { createDatabase } from '../../../../test/postgres.js';
import { startRedis, type RedisServer } from '../../../../test/redis.js';

/** Locks that a test can wait for. */
const short = { lockMs: 500, checkMs: 100 };

/** Describes what a dispatcher on a server does, whatever server it is. */
function dispatcherSuite(open: (change?: object) => Promise<Dispatcher>): void {
  let names = 0;
  const newQueue = () => `q${(names += 1)}`;
  const delivery = (unit: string, queue: string, number = 1): Delivery => ({
    job: 'j.1~a',
    unit,
    delivery: number,
    queue,
  });

  const opened = async (change: object = {}) => {
    const dispatcher = await open(change);
    onTestFinished(() => dispatcher.close());
    return dispatcher;
  };

  test('M20 a delivery reaches one of all workers, once', async () => {
    const [sender, one, other] = await Promise.all([opened(), opened(), opened()]);
    const queue = newQueue();
    const all = ['u1', 'u2', 'u3'].map((unit) => delivery(unit, queue));
    await sender.send(all);
    const taken = [await one.next([queue]), await other.next([queue]), await one.next([queue])];
    expect(taken.toSorted((a, b) => ((a?.unit ?? '') < (b?.unit ?? '') ? -1 : 1))).toEqual(all);
    expect(await other.next([queue])).toBeUndefined();
  });

  test('M19 a delivery that it has already is ignored', async () => {
    const dispatcher = await opened();
    const queue = newQueue();
    await dispatcher.send([delivery('u1', queue)]);
    await dispatcher.send([delivery('u1', queue), delivery('u1', queue, 2)]);
    expect([await dispatcher.next([queue]), await dispatcher.next([queue]), await dispatcher.next([queue])]).toEqual([
      delivery('u1', queue),
      delivery('u1', queue, 2),
      undefined,
    ]);
  });

  test('a worker that waits gets what is sent meanwhile, and nothing once it is stopped', async () => {
    const [sender, worker] = await Promise.all([opened(), opened()]);
    const queue = newQueue();
    const waiting = worker.next([queue], AbortSignal.timeout(10_000));
    await sender.send([delivery('u1', queue)]);
    expect(await waiting).toEqual(delivery('u1', queue));
    expect(await worker.next([queue], AbortSignal.timeout(50))).toBeUndefined();
  });

  test('a delivery whose worker is silent goes to another, and the first one hears that it is lost', async () => {
    const [sender, silent, other] = await Promise.all([opened(), opened(short), opened(short)]);
    const queue = newQueue();
    await sender.send([delivery('u1', queue)]);
    const first = await silent.next([queue]);
    expect(first).toEqual(delivery('u1', queue));
    const second = await other.next([queue], AbortSignal.timeout(10_000));
    expect(second).toEqual(first);
    expect(await silent.extend([delivery('u1', queue)])).toEqual([delivery('u1', queue)]);
    expect(await other.extend([delivery('u1', queue)])).toEqual([]);
  });

  test('a delivery that is kept alive stays with its worker, and is gone once it has ended', async () => {
    const [sender, worker, other] = await Promise.all([opened(), opened(short), opened(short)]);
    const queue = newQueue();
    await sender.send([delivery('u1', queue)]);
    await worker.next([queue]);
    for (let round = 0; round < 6; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await worker.extend([delivery('u1', queue)])).toEqual([]);
    }
    await worker.end(delivery('u1', queue));
    expect(await other.next([queue], AbortSignal.timeout(700))).toBeUndefined();
  });
}

describe('openBullDispatcher', () => {
  test.each([['http://h'], ['h:6379']])('refuses %s', async (url) => {
    await expect(openBullDispatcher({ url })).rejects.toMatchObject({ code: 'STORE_OPTION_INVALID' });
  });

  test('says that nobody listens, without the password', async () => {
    const opened = openBullDispatcher({ url: 'redis://ada:canary@127.0.0.1:1' });
    const error: unknown = await opened.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'STORE_REDIS_UNUSABLE' });
    expect(String(error)).not.toContain('canary');
  });

  describe('on Redis', needs('redis'), () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedis();
      return () => server.stop();
    });
    dispatcherSuite((change) => openBullDispatcher({ url: server.url, ...change }));

    test('M23 a Redis that evicts keys is refused, and one without a log is told', async () => {
      const evicting = await startRedis('--maxmemory-policy', 'allkeys-lru');
      const forgetting = await startRedis('--appendonly', 'no');
      onTestFinished(async () => void (await Promise.all([evicting.stop(), forgetting.stop()])));
      await expect(openBullDispatcher({ url: evicting.url })).rejects.toMatchObject({ code: 'STORE_REDIS_UNUSABLE' });
      const told: string[] = [];
      const dispatcher = await openBullDispatcher({ url: forgetting.url, tell: (problem) => told.push(problem) });
      await dispatcher.close();
      expect(told).toEqual([expect.stringContaining('appendonly is no')]);
    });

    test('M27 a server that is away for a moment is told once, and found again', async () => {
      const own = await startRedis();
      onTestFinished(() => own.stop());
      const told: string[] = [];
      const dispatcher = await openBullDispatcher({ url: own.url, tell: (problem) => told.push(problem) });
      const sent = { job: 'j', unit: 'u', delivery: 1, queue: 'q' };
      await dispatcher.send([sent]);
      await own.crash();
      expect(await dispatcher.next(['q'], AbortSignal.timeout(10_000))).toEqual(sent);
      expect(told.length).toBeLessThan(3);
      await dispatcher.close();
    });
  });

  describe('on Postgres', needs('postgres'), () => {
    let url = '';
    beforeAll(async () => {
      url = await createDatabase();
      await (await openBullDispatcher({ url })).close();
    });
    dispatcherSuite((change) => openBullDispatcher({ url, ...change }));
  });
});
