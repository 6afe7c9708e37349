import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sessionStoreSuite } from '@helve/agent/testing';
import { createBlockStore } from '@helve/flow/engine';
import { blockStoreSuite } from '@helve/flow/testing';
import {
  aCallRecord,
  apiKeyStoreSuite,
  approvalStoreSuite,
  cacheStoreSuite,
  consentStoreSuite,
  counterStoreSuite,
  idempotencyStoreSuite,
  leaseStoreSuite,
  quotaStoreSuite,
  resultStoreSuite,
  trailStoreSuite,
} from '@helve/govern/testing';
import { openPostgresStore, type PostgresStoreOptions, type Store } from '@helve/store';
import {
  configStoreSuite,
  diagnosticsStoreSuite,
  journalStoreSuite,
  measurementStoreSuite,
} from '@helve/worker/testing';
import { build } from 'esbuild';
import { Client, Pool } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { createDatabase, startPostgres } from '../../../../test/postgres.js';

describe('openPostgresStore without a server', () => {
  test.each([
    ['nothing', {}, 'give `connectionString` or `pool`, one of them'],
    [
      'both ways at once',
      { connectionString: 'postgres://h/d', pool: {} },
      'give `connectionString` or `pool`, one of them',
    ],
    [
      'another kind of address',
      { connectionString: 'mysql://ada:secret@h/d' },
      '`connectionString` does not look like',
    ],
    ['a pool that is none', { pool: {} }, '`pool` is not a pool of the package "pg"'],
    ['an unknown option', { connectionSting: 'x' }, 'unknown option "connectionSting"'],
  ])('refuses %s', async (_, options, problem) => {
    await expect(openPostgresStore(options as PostgresStoreOptions)).rejects.toMatchObject({
      code: 'STORE_OPTION_INVALID',
      message: expect.stringContaining(problem),
    });
    await expect(openPostgresStore(options as PostgresStoreOptions)).rejects.not.toThrow(/secret/);
  });

  test('says so where the driver is not installed', async () => {
    const root = join(import.meta.dirname, '..', '..', '..', '..');
    const outfile = join(root, 'node_modules', '.cache', 'helve', `no-driver-${process.pid}.mjs`);
    await build({
      entryPoints: [join(import.meta.dirname, 'open-postgres-store.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['libsql', 'no-such-driver'],
      alias: {
        '@helve/core': join(import.meta.dirname, '..', '..', '..', 'core', 'src', 'index.ts'),
        '@helve/core/options': join(import.meta.dirname, '..', '..', '..', 'core', 'src', 'options.ts'),
        pg: 'no-such-driver',
      },
    });
    const script = `import { openPostgresStore } from ${JSON.stringify(pathToFileURL(outfile).href)};
      await openPostgresStore({ connectionString: 'postgres://h/d' }).catch((e) => console.log(e.code, e.details.suggestion));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    rmSync(outfile, { force: true });
    expect(stdout).toBe('STORE_DRIVER_MISSING Install it beside Helve: npm install pg\n');
  });

  test('says that nobody listens, without the password', async () => {
    const opened = openPostgresStore({ connectionString: 'postgres://ada:secret@127.0.0.1:1/helve' });
    await expect(opened).rejects.toMatchObject({
      code: 'STORE_UNREACHABLE',
      retryable: true,
      message: 'Cannot reach Postgres at "127.0.0.1:1/helve": the connection was refused',
    });
  });
});

describe('Postgres', needs('postgres'), () => {
  let shared: string;
  beforeAll(async () => {
    shared = await createDatabase();
  });

  const opens =
    <Port extends keyof Store>(port: Port) =>
    async () => {
      // Much faster than a new database for each of them.
      await query(shared, 'DROP SCHEMA IF EXISTS helve CASCADE');
      const store = await openPostgresStore({ connectionString: shared });
      return { store: store[port], close: () => store.close() };
    };
  quotaStoreSuite('Postgres', opens('quota'));
  counterStoreSuite('Postgres', opens('counter'));
  leaseStoreSuite('Postgres', opens('lease'));
  cacheStoreSuite('Postgres', opens('cache'));
  idempotencyStoreSuite('Postgres', opens('idempotency'));
  consentStoreSuite('Postgres', opens('consent'));
  resultStoreSuite('Postgres', opens('result'));
  apiKeyStoreSuite('Postgres', opens('apiKeys'));
  approvalStoreSuite('Postgres', opens('approvals'));
  trailStoreSuite('Postgres', opens('trail'));
  sessionStoreSuite('Postgres', opens('sessions'));
  configStoreSuite('Postgres', opens('config'));
  measurementStoreSuite('Postgres', opens('measurements'));
  journalStoreSuite('Postgres', opens('journal'));
  diagnosticsStoreSuite('Postgres', opens('diagnostics'));
  blockStoreSuite('Postgres', async (options = {}) => {
    const { store, close } = await opens('blocks')();
    return { store: createBlockStore(store, options), close };
  });

  test('several that open an empty database at once all find it ready', async () => {
    const connectionString = await createDatabase();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore({ connectionString })));
    expect(await stores[0]?.counter.reserve('k', 1, 1_000, 0)).toBe(true);
    expect(await stores[5]?.counter.reserve('k', 1, 1_000, 0)).toBe(false);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('several that write to one trail make one chain', async () => {
    const connectionString = await createDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ connectionString })));
    await Promise.all(
      stores.map(async (store, number) => {
        for (let i = 0; i < 40; i += 1) await store.trail.append(aCallRecord({ requestId: `${number}:${i}` }));
      }),
    );
    expect(await stores[0]?.trail.verify()).toMatchObject({ ok: true, count: 120 });
    await Promise.all(stores.map((store) => store.close()));
  });

  test.each([
    ['a changed record', `UPDATE helve.trail SET record = replace(record, 'ada', 'eve') WHERE seq = 2`, 2],
    ['a removed record', 'DELETE FROM helve.trail WHERE seq = 2', 2],
    ['a removed last record', 'DELETE FROM helve.trail WHERE seq = 3', 3],
    ['a changed column', `UPDATE helve.trail SET tool_id = 'x' WHERE seq = 1`, 1],
  ])('verify sees %s', async (_, sql, brokenAtSeq) => {
    const connectionString = await createDatabase();
    const store = await openPostgresStore({ connectionString });
    for (let i = 0; i < 3; i += 1) await store.trail.append(aCallRecord({ requestId: i }));
    await query(connectionString, sql);
    expect(await store.trail.verify()).toMatchObject({ ok: false, brokenAtSeq });
    await store.close();
  });

  test('limits over several keys never lock each other out', async () => {
    const store = await openPostgresStore({ connectionString: await createDatabase() });
    const charge = { limit: 1_000, windowMs: 1_000, algorithm: 'sliding-window', cost: 1 } as const;
    const forth = [
      { ...charge, key: 'a' },
      { ...charge, key: 'b' },
    ];
    const verdicts = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => store.quota.charge(index % 2 ? forth : forth.toReversed(), 0)),
    );
    expect(verdicts.every(({ ok }) => ok)).toBe(true);
    await store.close();
  });

  test('a pool that was handed in stays open, and a failed opening leaves it alone', async () => {
    const connectionString = await createDatabase();
    const pool = new Pool({ connectionString }).on('error', () => {});
    const store = await openPostgresStore({ pool });
    await store.consent.grant('ada', 'mail', 'ada', 0);
    await store.close();
    expect((await pool.query('SELECT user_id FROM helve.consent')).rows).toEqual([{ user_id: 'ada' }]);
    await pool.query('UPDATE helve.helve_schema SET version = 999');
    await expect(openPostgresStore({ pool })).rejects.toMatchObject({ code: 'STORE_SCHEMA_NEWER' });
    expect(pool.listenerCount('error')).toBe(1);
    await pool.end();
  });

  test('a wrong password and an unknown database are told, without the password', async () => {
    const right = new URL(await createDatabase());
    const wrong = Object.assign(new URL(right), { password: 'canary' });
    const unknown = Object.assign(new URL(right), { pathname: '/nowhere' });
    for (const { href } of [wrong, unknown]) {
      const error: unknown = await openPostgresStore({ connectionString: href }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'STORE_LOGIN_REFUSED' });
      expect((error as Error).message).not.toContain('canary');
    }
  });

  test('a user who may not create the schema is told', async () => {
    const connectionString = await createDatabase();
    const { pathname } = new URL(connectionString);
    await query(connectionString, `CREATE ROLE guest${pathname.slice(1)} LOGIN PASSWORD 'guest'`);
    const guest = Object.assign(new URL(connectionString), {
      username: `guest${pathname.slice(1)}`,
      password: 'guest',
    });
    await expect(openPostgresStore({ connectionString: guest.href })).rejects.toMatchObject({
      code: 'STORE_FORBIDDEN',
    });
  });

  test('a closed store says so', async () => {
    const store = await openPostgresStore({ connectionString: await createDatabase() });
    const appended = store.trail.append(aCallRecord());
    await store.close();
    await appended;
    await store.close();
    await expect(store.trail.append(aCallRecord())).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expect(store.cache.get('k', 0)).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  test('a connection that is cut in the middle fails its call, and the next one works', async () => {
    const connectionString = await createDatabase();
    const store = await openPostgresStore({ connectionString });
    const blocker = new Client({ connectionString });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE helve.trail');
    const outcome = store.trail.append(aCallRecord()).catch((error: unknown) => error);
    await expect.poll(() => cutWaiting(connectionString)).toBeGreaterThan(0);
    expect(await outcome).toMatchObject({ code: 'STORE_UNREACHABLE', retryable: true });
    await blocker.query('ROLLBACK');
    await blocker.end();
    await store.trail.append(aCallRecord());
    expect(await store.trail.verify()).toMatchObject({ ok: true, count: 1 });
    await store.close();
  });

  test('a server that goes away does not end the process, and its return is noticed', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const store = await openPostgresStore({ connectionString: await server.createDatabase() });
    await store.cache.set('k', 1, 1_000, 0);
    await server.restart();
    await expect.poll(() => store.cache.get('k', 0).catch(() => 'not yet')).toEqual({ value: 1 });
    await store.close();
  });
});

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** Terminates connections that wait for a lock and returns their number. */
async function cutWaiting(connectionString: string): Promise<number> {
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await query(connectionString, sql)).length;
}
