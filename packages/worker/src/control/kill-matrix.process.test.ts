import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Secret } from '@helve/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isLongRun } from '../../../../test/long-runs.js';
import { needs } from '../../../../test/needs.js';
import { WorkerCrashedError } from '../error/transient-errors.js';
import { pythonCommand } from '../python/python-command.js';
import { builtRunner } from '../testing/built-runner.js';
import { failureOf } from '../testing/contract/contract-bench.js';
import { doomedEnv, doomedWorker, drive, situations, type DoomedSubject } from '../testing/fixture/doomed-worker.js';
import { isAlive, waitForExit } from '../testing/is-alive.js';
import { waitUntil } from '../testing/tuned-manager.js';
import { serveWorkers } from '../transport/web-socket/serve-workers.js';

const built = await builtRunner('death', 'doomed-host');
/** Rounds that are under way at once, and how often these are repeated. */
const rounds = 2;
const repeats = isLongRun ? 50 : 1;
const workers = rounds * situations.length;
const leaseMs = 600;
const goneMs = 500;

const node: DoomedSubject = { language: 'node', runner: built.runner, module: built.module('death') };
const python: DoomedSubject = {
  language: 'python',
  command: pythonCommand('python3', 'serve'),
  module: join(import.meta.dirname, '..', 'testing', 'fixture', 'death.py'),
};

/** A machine that serves a worker for each situation. */
async function machine() {
  const token = 'a token that nobody guesses';
  const capability = { module: built.module('death') };
  const served = situations.map((situation) => {
    const transport = { kind: 'process', runner: built.runner, env: doomedEnv(situation) } as const;
    return [situation, { transport, capability }] as const;
  });
  const options = { workers: Object.fromEntries(served), tokens: [new Secret(token)], leaseMs, maxWorkers: 100 };
  const listener = await serveWorkers(options);
  onTestFinished(() => listener.close());
  const remote: DoomedSubject = { language: 'remote', url: `ws://127.0.0.1:${listener.port}`, token };
  return { listener, remote };
}

/** Lists of pids that workers print when they are in their situation. */
function pidsOf(text: string): readonly (readonly number[])[] {
  const lines = text.split('\n').filter((line) => /^\[\d+, \d+\]$/.test(line));
  return lines.map((line) => JSON.parse(line) as number[]);
}

/** Kills a host all of whose workers are in their situations; returns the processes of the workers. */
async function killHost(subject: DoomedSubject): Promise<readonly number[]> {
  const host = spawn(process.execPath, [built.module('doomed-host'), JSON.stringify(subject), String(rounds)]);
  onTestFinished(() => void host.kill('SIGKILL'));
  let said = '';
  host.stdout.on('data', (data: Buffer) => (said += data.toString()));
  await waitUntil(
    () => pidsOf(said).length,
    (count) => count === workers,
  );
  const pids = pidsOf(said).flat();
  expect(pids.every(isAlive)).toBe(true);
  host.kill('SIGKILL');
  return pids;
}

/** Kills workers in their situations, and expects one typed answer to each call and nobody left; returns their number. */
async function killWorkers(subject: DoomedSubject): Promise<number> {
  const all = Array.from({ length: rounds }, () => situations).flat();
  await Promise.all(
    all.map(async (situation) => {
      let said = '';
      let answers = 0;
      const proxy = doomedWorker(subject, situation, ({ text }) => (said += `${text}\n`));
      proxy.observe({
        onCallEnd: ({ op }) => (answers += op === 'initialize' && situation !== 'initializing' ? 0 : 1),
      });
      const driven = situation === 'unloading' ? drive(proxy, situation) : failureOf(drive(proxy, situation));
      await waitUntil(
        () => pidsOf(said).length,
        (count) => count === 1,
      );
      const pids = pidsOf(said).flat();
      process.kill(pids[0] ?? 0, 'SIGKILL');
      const outcome = await driven;
      if (situation !== 'unloading') expect(outcome).toBeInstanceOf(WorkerCrashedError);
      await waitForExit(pids, goneMs);
      expect([situation, answers]).toEqual([situation, situation === 'importing' ? 0 : 1]);
    }),
  );
  return all.length;
}

describe(
  'killed in every situation',
  () => {
    const languages = [
      ['Node', node, {}],
      ['Python', python, needs('python3')],
    ] as const;
    for (const [name, subject, options] of languages) {
      test(`host, ${name}: nothing of the workers is left`, options, async () => {
        for (let count = 0; count < repeats; count += 1) {
          const pids = await killHost(subject);
          await waitForExit(pids, goneMs);
          expect(pids).toHaveLength(2 * workers);
        }
      });

      test(`worker, ${name}: every call is answered once, and nothing is left`, options, async () => {
        for (let count = 0; count < repeats; count += 1) expect(await killWorkers(subject)).toBe(workers);
      });
    }

    test('host, remote: its workers are kept for their lease, and the machine goes on', async () => {
      for (let count = 0; count < repeats; count += 1) {
        const { listener, remote } = await machine();
        const pids = await killHost(remote);
        await new Promise((resolve) => setTimeout(resolve, leaseMs / 3));
        expect([pids.every(isAlive), listener.workers]).toEqual([true, workers]);
        await waitForExit(pids, leaseMs + goneMs);
        await listener.close();
      }
    });

    test('worker, remote: every call is answered once, and the machine goes on', async () => {
      for (let count = 0; count < repeats; count += 1) {
        const { listener, remote } = await machine();
        await killWorkers(remote);
        expect((await fetch(`http://127.0.0.1:${listener.port}/health`)).status).toBe(200);
        await listener.close();
      }
    });
  },
  isLongRun ? 1_800_000 : 60_000,
);
