import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../testing/is-alive.js';
import { tunedManager, waitUntil } from '../testing/tuned-manager.js';
import { processStart } from './process-start.js';
import { endStaleGroups, type RunRecord } from './run-file.js';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'helve-run-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Starts a process group that would run for a minute. */
async function orphan(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {
    detached: true,
    stdio: 'ignore',
    env: { HELVE_WORKER_SESSION_ID: 's' },
  });
  const pid = Number(child.pid);
  onTestFinished(() => void child.kill('SIGKILL'));
  await waitUntil(
    () => processStart(pid),
    (start) => start !== '',
  );
  return pid;
}

async function note(runDir: string, pid: number, change: Partial<RunRecord>): Promise<void> {
  const startedAt = await processStart(pid);
  const record = {
    session: 's',
    instanceId: 'a',
    pid,
    group: pid,
    startedAt,
    hostPid: 999_999_999,
    hostStartedAt: '1',
  };
  await writeFile(join(runDir, 'worker-s.json'), JSON.stringify({ ...record, ...change }));
}

test('a living worker is noted on disk, and its file goes with it', async () => {
  const runDir = await folder();
  const { manager, manifest } = await tunedManager({ runDir });
  const { pid, session } = await manager.load(manifest, { restart: { baseMs: 1 } });
  const file = join(runDir, `worker-${session}.json`);
  const text = await waitUntil(
    () => readFile(file, 'utf8').catch(() => ''),
    (found) => found !== '',
  );
  expect(JSON.parse(text)).toMatchObject({ pid, group: pid, session, instanceId: 'tuned', hostPid: process.pid });
  await manager.call('tuned', { action: 'die' }).catch(() => undefined);
  await manager.call('tuned', { action: 'pid' });
  await waitUntil(
    () => readdir(runDir),
    (names) => names.length === 1 && !names.includes(`worker-${session}.json`),
  );
  await manager.close();
  expect(await readdir(runDir)).toEqual([]);
});

test('a starting manager ends the group of a host that is gone', async () => {
  const runDir = await folder();
  const pid = await orphan();
  await note(runDir, pid, {});
  const { manager, manifest } = await tunedManager({ runDir });
  await manager.load(manifest);
  await waitUntil(
    () => isAlive(pid),
    (alive) => !alive,
  );
  expect(await readdir(runDir)).not.toContain('worker-s.json');
});

test('a pid that is somebody else by now, or whose host lives, is left alone', async () => {
  const runDir = await folder();
  const pid = await orphan();
  await note(runDir, pid, { startedAt: 'another time', session: 'another session' });
  expect(await endStaleGroups(runDir)).toMatchObject([{ pid, ended: false }]);
  await note(runDir, pid, { session: 'another session' });
  expect(await endStaleGroups(runDir)).toMatchObject([{ pid, ended: false }]);
  await note(runDir, pid, { hostPid: process.pid, hostStartedAt: await processStart(process.pid) });
  expect(await endStaleGroups(runDir)).toEqual([]);
  await note(runDir, pid, {});
  expect(await endStaleGroups(runDir, { dryRun: true })).toMatchObject([{ pid, ended: false }]);
  expect(isAlive(pid)).toBe(true);
  expect(await endStaleGroups(join(runDir, 'nowhere'))).toEqual([]);
});
