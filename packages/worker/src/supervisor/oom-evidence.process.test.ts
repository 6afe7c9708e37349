import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tunedManager, waitUntil } from '../testing/tuned-manager.js';
import { createOomWatch } from './oom-evidence.js';

async function group(kills: number, max = 'max'): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'helve-cgroup-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await writeFile(join(path, 'memory.events'), `oom 0\noom_kill ${kills}\n`);
  await writeFile(join(path, 'memory.max'), `${max}\n`);
  return path;
}

test('a counter that rose, or a size near the limit, is evidence; anything else is none', async () => {
  const path = await group(3, '1000');
  const watch = createOomWatch(path);
  expect(await watch.evidence(100)).toBeUndefined();
  expect(await watch.evidence(950)).toContain('950 of 1000');
  await writeFile(join(path, 'memory.events'), 'oom 1\noom_kill 4\n');
  expect(await watch.evidence(0)).toBe('oom_kill rose from 3 to 4');
  expect(await watch.evidence(0)).toBeUndefined();
  expect(await createOomWatch('/nowhere').evidence(1e12)).toBeUndefined();
});

test('a SIGKILL that the host did not send is a WorkerOOMError where there is evidence', async () => {
  const path = await group(0);
  const { manager, manifest } = await tunedManager({ oom: createOomWatch(path) });
  const { pid } = await manager.load(manifest, { restart: { baseMs: 1 } });
  const call = manager.call('tuned', { action: 'hold' });
  await waitUntil(
    () => manager.instances()[0]?.workerState,
    (state) => state === 'busy',
  );
  await writeFile(join(path, 'memory.events'), 'oom 1\noom_kill 1\n');
  process.kill(Number(pid), 'SIGKILL');
  await expect(call).rejects.toMatchObject({
    code: 'WORKER_OOM',
    evidence: 'oom_kill rose from 0 to 1',
    retriable: false,
  });
});
