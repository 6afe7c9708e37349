import { createEngine } from '@helve/flow/engine';
import { engineSuite } from '@helve/flow/testing';
import { openBullDispatcher, openPostgresJournal } from '@helve/store';
import { Redis } from 'ioredis';
import { beforeAll, describe } from 'vitest';
import { isLongRun } from '../../../../test/long-runs.js';
import { needs } from '../../../../test/needs.js';
import { createDatabase } from '../../../../test/postgres.js';
import { startRedis, type RedisServer } from '../../../../test/redis.js';
import { emptyEngine } from '../testing/empty-engine.js';

/** Times of the journal and the dispatcher, short enough to wait for. */
const leaseMs = 500;

function distributedSuite(
  name: string,
  open: () => Promise<{ readonly journal: string; readonly queue: string }>,
): void {
  engineSuite(name, async () => {
    const { journal, queue } = await open();
    return {
      leaseMs,
      open: async () =>
        createEngine(
          await openPostgresJournal({ connectionString: journal }),
          await openBullDispatcher({ url: queue, lockMs: leaseMs, checkMs: leaseMs / 3 }),
          { sweepMs: 1 },
        ),
      // Locks and leases are those of servers: the time has to pass.
      advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms + 20)),
      close: async () => undefined,
    };
  });
}

// A machine that is busy for half a second loses a lock, as it should.
const long = { skip: true, meta: { skipReason: 'a minute of waiting for locks of servers: `npm run soak` does it' } };
describe('an engine on many machines', { ...(isLongRun ? needs('postgres') : long), retry: 2 }, () => {
  let connectionString = '';
  beforeAll(async () => {
    connectionString = await createDatabase();
    await (await openPostgresJournal({ connectionString })).close();
  });

  distributedSuite('postgres, postgres', async () => {
    await emptyEngine(connectionString);
    return { journal: connectionString, queue: connectionString };
  });

  describe('with Redis', needs('redis'), () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await startRedis();
      return () => redis.stop();
    });
    distributedSuite('postgres, redis', async () => {
      await emptyEngine(connectionString);
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
      return { journal: connectionString, queue: redis.url };
    });
  });
});
