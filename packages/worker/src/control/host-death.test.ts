import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { builtRunner } from '../testing/built-runner.js';
import { isAlive, untilGone } from '../testing/is-alive.js';

const built = await builtRunner('wire-probe', 'death-host');
const hosts: ChildProcess[] = [];

afterEach(() => {
  for (const host of hosts.splice(0)) host.kill('SIGKILL');
});

describe('after a SIGKILL of the host nothing of the worker is left', () => {
  const situations = ['idle', 'in a synchronous loop', 'with a grandchild', 'with a full stdout pipe'] as const;

  for (const situation of [...situations, 'right after spawn'] as const) {
    test(`within 500 ms, with a worker ${situation}`, { retry: 2 }, async () => {
      const { host, pids } = await startHost(situation);
      expect(pids.every(isAlive)).toBe(true);
      // A host that does not read any more: the pipe fills up.
      if (situation === 'with a full stdout pipe') {
        host.kill('SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      host.kill('SIGKILL');
      expect(await untilGone(pids)).toBeLessThan(500);
    });
  }
});

async function startHost(situation: string) {
  const args = [built.module('death-host'), built.runner, built.module('wire-probe'), situation];
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  hosts.push(host);
  const [line] = (await once(host.stdout, 'data')) as [Buffer];
  return { host, pids: JSON.parse(line.toString()) as number[] };
}
