import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHostServer, type HostListener } from '@helve/project/worker';
import { expect, onTestFinished, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';

test('helve worker call draws the progress of a call in the running host on a terminal only', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-worker-call-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const answer = async (_verb: unknown, _given: unknown, { tell }: HostListener) => {
    await tell({ progress: { progress: 0.5, message: 'half' } });
    return { data: { done: true }, attempts: 1 };
  };
  const server = await openHostServer(join(cwd, '.helve', 'run'), answer);
  onTestFinished(async () => server?.close());
  for (const isTTY of [true, false]) {
    const said = { stdout: '', stderr: '' };
    const sink = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (said[name] += text), isTTY, columns: 60 });
    const io: Io = {
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      stdin: (async function* () {})(),
      cwd,
      user: 'tester',
      env: {},
      signal: new AbortController().signal,
    };
    expect(await main(['worker', 'call', 'any', 'thing'], io)).toBe(0);
    expect(said.stdout).toBe('{\n  "done": true\n}\n');
    expect(said.stderr.includes('[############------------]  50 % half')).toBe(isTTY);
  }
});
