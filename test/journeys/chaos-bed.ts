import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine, createLocalDispatcher, type Engine, type EngineEvent, type Job } from '@helve/flow/engine';
import { openBullDispatcher, openPostgresJournal, openSqliteJournal } from '@helve/store';
import { expect, onTestFinished } from 'vitest';
import { root } from './project.js';

const program = join(root, 'test', 'fixtures', 'chaos-worker.mjs');

/** Settings of a worker; leases are short, so that tests need not wait. */
export interface ChaosWorker {
  readonly id: string;
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
  readonly slots?: number;
  /** Time that a unit takes. */
  readonly workMs?: number;
  readonly build?: string;
  /** The servers as this worker reaches them. */
  readonly servers?: ChaosServers;
}

/** Addresses of what carries an engine on many machines. */
export interface ChaosServers {
  /** The database of the journal. */
  readonly journal: string;
  /** What hands units out: a Redis, or a database. */
  readonly queue: string;
}

/** A process that works on units. */
export interface WorkerProcess {
  readonly process: ChildProcess;
  /** Lines that it has printed. */
  readonly lines: string[];
  /** Waits for a line. */
  says(line: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** An engine that several processes share, and a server that counts what they do to the outside. */
export interface ChaosBed {
  readonly engine: Engine;
  /** How often each key came. */
  readonly effects: ReadonlyMap<string, number>;
  start(worker: ChaosWorker): WorkerProcess;
  /** Files that were begun and have no name yet. */
  drafts(): Promise<readonly string[]>;
}

/** Opens an engine, embedded in a folder of its own or on servers; everything ends with the test. */
export async function openChaosBed(servers?: ChaosServers): Promise<ChaosBed> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-chaos-'));
  const effects = new Map<string, number>();
  const server = createServer(({ url = '' }, response) => {
    effects.set(url, (effects.get(url) ?? 0) + 1);
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = servers === undefined ? openEmbedded(folder) : await openDistributed(servers);
  const running = new Set<ChildProcess>();
  onTestFinished(async () => {
    for (const one of running) one.kill('SIGKILL');
    await engine.close();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    engine,
    effects,
    start: (worker) =>
      startWorker({ folder, effects: address, ...(servers === undefined ? {} : { servers }), ...worker }, running),
    drafts: () => readdir(join(folder, 'blobs', 'tmp')).catch(() => []),
  };
}

/** Times of the engine, short enough to wait for. */
const times = { sweepMs: 100, resendMs: 2_000, silentMs: 5_000 };

function openEmbedded(folder: string): Engine {
  return createEngine(openSqliteJournal({ path: join(folder, 'engine.db') }), createLocalDispatcher(), times);
}

async function openDistributed({ journal, queue }: ChaosServers): Promise<Engine> {
  const dispatcher = await openBullDispatcher({ url: queue, lockMs: 1_500, checkMs: 500 });
  return createEngine(await openPostgresJournal({ connectionString: journal }), dispatcher, times);
}

type WorkerFacts = ChaosWorker & { readonly folder: string; readonly effects: string };

function startWorker(facts: WorkerFacts, running: Set<ChildProcess>): WorkerProcess {
  const settings = { leaseMs: 1_500, heartbeatMs: 300, slots: 4, workMs: 20, build: 'b1', ...facts };
  const worker = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(worker);
  const lines: string[] = [];
  worker.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)));
  const ended = once(worker, 'close').then(([code]) => {
    running.delete(worker);
    return code as number | null;
  });
  const says = async (line: string) => {
    await expect.poll(() => lines, { interval: 20 }).toContain(line);
  };
  return { process: worker, lines, says, ended };
}

/** A job of units that make one file each. */
export function chaosJob(
  units: number,
  change: Partial<Job> = {},
  troubles: Readonly<Record<number, string>> = {},
): Job {
  const inputs = Array.from({ length: units }, (_, at) => {
    const does = troubles[at];
    return { id: `u${at}`, input: { n: at, ...(does === undefined ? {} : { does }) } };
  });
  const retry = { baseMs: 10, jitter: 0 };
  return { id: 'j1', kind: 'calls', tenant: '', userId: 'ada', build: 'b1', units: inputs, retry, ...change };
}

export async function eventsOf(engine: Engine, job = 'j1'): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  for await (const event of engine.events(job)) events.push(event);
  return events;
}

/** Waits until so many units of the job are done. */
export async function untilDone(engine: Engine, count: number): Promise<void> {
  for (;;) {
    // The journal of an engine on servers may be away for a moment.
    const { counts, state } = (await engine.get('j1').catch(() => undefined)) ?? { state: 'running' };
    if ((counts?.done ?? 0) >= count || (state !== 'running' && state !== 'paused')) return;
    await sleep(10);
  }
}

const hashOf = (n: number) => createHash('sha256').update(`The content of file ${n}.\n`.repeat(20)).digest('hex');

/** Checks that the given units were done once, with what an undisturbed run makes, and nothing else happened. */
export async function expectClean({ engine, effects, drafts }: ChaosBed, units: readonly number[]): Promise<void> {
  const events = await eventsOf(engine);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  const done = events.filter(({ kind }) => kind === 'done').map(({ unit }) => unit ?? '');
  expect(done.toSorted()).toEqual(units.map((n) => `u${n}`).toSorted());
  const files = (await engine.files('j1')).map(({ path, blob }) => [path, blob]);
  const expected = units.map((n) => [`out/${n}.txt`, hashOf(n)]);
  expect(files.toSorted(byPath)).toEqual(expected.toSorted(byPath));
  expect(effects.size).toBe(units.length);
  // A worker that is killed between two system calls leaves at most one file for each of its slots.
  expect((await drafts()).length).toBeLessThan(20);
}

function byPath([one = '']: readonly string[], [other = '']: readonly string[]): number {
  return one < other ? -1 : 1;
}
