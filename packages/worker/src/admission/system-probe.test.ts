import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGpuProbe } from './gpu-probe.js';
import { createSystemProbe } from './system-probe.js';

const MIB = 1024 * 1024;

/** Creates a program with the output of the driver's for two cards. */
async function fakeDriver(processes: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-gpu-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'driver');
  const script = `#!/bin/sh
case "$1" in
  --query-gpu=memory.total,memory.free) printf '8192, 6000\\n4096, [N/A]\\n' ;;
  --query-compute-apps=pid,used_memory) printf '${processes}' ;;
esac
`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  return program;
}

test('createSystemProbe counts the graphics memory of a process and of all that it started', async () => {
  const child = spawn('sleep', ['30']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const program = await fakeDriver(`${process.pid}, 100\\n${child.pid}, 30\\n${child.pid}, 7\\n1, 5000\\n`);
  const probe = createSystemProbe(createGpuProbe(program));
  expect(await probe.tree(process.pid)).toEqual({ rssBytes: expect.any(Number), gpuBytes: 137 * MIB });
  expect(await probe.machine()).toMatchObject({ gpuTotalBytes: 12_288 * MIB, gpuFreeBytes: 6000 * MIB });
});

test('createSystemProbe says nothing of graphics memory where no driver tells it', async () => {
  const gpu = createGpuProbe(join(tmpdir(), 'no-such-driver'));
  const probe = createSystemProbe(gpu);
  expect(await gpu()).toBe(undefined);
  const machine = await probe.machine();
  expect(Object.keys(machine)).toEqual(['ramTotalBytes', 'ramAvailableBytes']);
  expect(machine.ramAvailableBytes).toBeGreaterThan(0);
  const { rssBytes, gpuBytes } = await probe.tree(process.pid);
  expect([rssBytes > MIB, gpuBytes]).toEqual([true, 0]);
});

test('createSystemProbe holds that a process which is gone holds nothing', async () => {
  expect(await createSystemProbe(async () => undefined).tree(2 ** 22 + 1)).toEqual({ rssBytes: 0, gpuBytes: 0 });
});
