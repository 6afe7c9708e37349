import { expect, test } from 'vitest';
import { Connections, type PostgresClient, type PostgresPool } from './connections.js';

/** Creates a pool whose server goes silent: after `answers` statements nothing is answered any more. */
function silentPool(answers: number) {
  const released: (Error | undefined)[] = [];
  const never = new Promise<never>(() => undefined);
  let left = answers;
  const client: PostgresClient = {
    query: () => (left-- > 0 ? Promise.resolve({ rows: [], rowCount: 0 }) : never),
    release: (broken) => void released.push(broken),
    on: () => undefined,
    off: () => undefined,
  };
  const pool: PostgresPool = {
    connect: async () => client,
    end: async () => undefined,
    on: () => undefined,
    off: () => undefined,
  };
  return { pool, released };
}

const unreachable = { code: 'STORE_UNREACHABLE', message: expect.stringContaining('it does not answer') };

test('a statement that is not answered fails after its time, and its connection is given up', async () => {
  const { pool, released } = silentPool(0);
  const connections = new Connections(pool, 'db.example/helve', true, 20);
  await expect(connections.once((session) => session.run('SELECT 1'))).rejects.toMatchObject(unreachable);
  expect(released).toEqual([expect.any(Error)]);
});

test('a transaction that is not answered fails after one such time, and does not wait for its rollback', async () => {
  const { pool, released } = silentPool(1);
  const connections = new Connections(pool, 'db.example/helve', true, 100);
  const startMs = performance.now();
  await expect(connections.write((session) => session.run('SELECT 1'))).rejects.toMatchObject(unreachable);
  expect(performance.now() - startMs).toBeLessThan(190);
  expect(released).toEqual([expect.any(Error)]);
});
