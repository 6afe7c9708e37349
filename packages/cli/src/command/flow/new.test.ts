import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { main } from '../../main.js';

async function helveInProc(...argv: readonly string[]) {
  const out = { stdout: '', stderr: '' };
  const code = await main(argv, {
    stdout: { write: (text) => (out.stdout += text) },
    stderr: { write: (text) => (out.stderr += text) },
    stdin: (async function* () {})(),
    cwd: '/proc',
    user: 'tester',
    env: {},
    signal: new AbortController().signal,
  });
  return { code, ...out };
}

// A recursive mkdir never comes back from there.
test.skipIf(!existsSync('/proc/self'))('helve flow new is refused where no folder can be made', async () => {
  const { code, stderr } = await helveInProc('flow', 'new', 'release');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Cannot write "/proc/')]);
});
