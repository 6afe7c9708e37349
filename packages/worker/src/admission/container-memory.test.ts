import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { containerMemory } from './container-memory.js';

async function groups(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'helve-cgroup-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'memory'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  return root;
}

test('containerMemory reads both versions of control groups, without pages that can be dropped', async () => {
  const second = { 'memory.max': '1000\n', 'memory.current': '600\n', 'memory.stat': 'anon 1\ninactive_file 150\n' };
  const first = {
    'memory/memory.limit_in_bytes': '2000\n',
    'memory/memory.usage_in_bytes': '500\n',
    'memory/memory.stat': 'total_inactive_file 100\n',
  };
  expect(await containerMemory(await groups(second))).toEqual({ limitBytes: 1000, usedBytes: 450 });
  expect(await containerMemory(await groups(first))).toEqual({ limitBytes: 2000, usedBytes: 400 });
});

test('containerMemory knows no limit where none is set', async () => {
  expect(await containerMemory(await groups({ 'memory.max': 'max\n', 'memory.current': '600\n' }))).toBe(undefined);
  expect(await containerMemory(await groups({ 'memory/memory.limit_in_bytes': '9223372036854771712' }))).toBe(
    undefined,
  );
  expect(await containerMemory('/no/such/folder')).toBe(undefined);
});
