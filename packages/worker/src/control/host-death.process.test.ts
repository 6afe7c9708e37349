import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import { builtRunner } from '../testing/built-runner.js';
import { isAlive, waitForExit } from '../testing/is-alive.js';

const built = await builtRunner('wire-probe', 'death-host');
const foreign = join(import.meta.dirname, '..', 'testing', 'fixture', 'foreign.mjs');
const hosts: ChildProcess[] = [];

afterEach(() => {
  for (const host of hosts.splice(0)) host.kill('SIGKILL');
});

describe('after a SIGKILL of the host nothing of the worker is left', () => {
  const situations = ['idle', 'in a synchronous loop', 'with a grandchild', 'with a full stdout pipe'] as const;

  for (const situation of [...situations, 'right after spawn'] as const) {
    test(`with a worker ${situation}`, async () => {
      const { host, pids } = await startHost(situation);
      expect(pids.every(isAlive)).toBe(true);
      // A host that no longer reads: the pipe fills up.
      if (situation === 'with a full stdout pipe') {
        host.kill('SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      host.kill('SIGKILL');
      await waitForExit(pids);
    });
  }
});

test(
  'a grandchild that left the group is ended with its worker, by the session in its environment',
  needs('linux'),
  async () => {
    const env = { PATH: process.env['PATH'] ?? '', HELVE_WORKER_SESSION_ID: randomUUID() };
    const proxy = new RemoteCapabilityProxy({
      instanceId: 'escaping',
      transport: { kind: 'process', runner: built.runner, env },
      capability: { module: built.module('wire-probe'), export: 'WireProbe' },
    });
    await proxy.start();
    const pid = Number(await proxy.dispatchToAction('escape'));
    expect(isAlive(pid)).toBe(true);
    await proxy.dispatchToAction('leave', { signal: 'SIGKILL' }).catch(() => undefined);
    await waitForExit([pid], 500);
  },
);

describe('a command that watches nothing', () => {
  for (const situation of ['guarded', 'guarded and blocked']) {
    test(`is gone after a SIGKILL of the host, ${situation}`, async () => {
      const { host, pids } = await startHost(situation, foreign);
      expect(pids.every(isAlive)).toBe(true);
      host.kill('SIGKILL');
      await waitForExit(pids);
    });
  }

  test('ends under its guard as it ends alone: by its code, by a signal, or when it is asked to', async () => {
    const ended = async (action: string, named: object) => {
      const proxy = guarded();
      await proxy.start();
      expect(proxy.pid).not.toBe(undefined);
      await proxy.dispatchToAction(action, named).catch(() => undefined);
      await proxy.terminate();
      return proxy.exit;
    };
    expect(await ended('leave', { code: 3 })).toMatchObject({ code: 3, signal: null });
    expect(await ended('die', {})).toMatchObject({ code: null, signal: 'SIGKILL', expected: false });
    expect(await ended('pid', {})).toMatchObject({ signal: 'SIGTERM', expected: true });
  });

  test('that cannot be started says so', async () => {
    const proxy = guarded('/no/such/command');
    await expect(proxy.start()).rejects.toMatchObject({
      exitCode: 127,
      lastStderr: expect.stringContaining('Cannot start "/no/such/command"') as string,
    });
  });

  function guarded(command: string = process.execPath): RemoteCapabilityProxy {
    const transport = { kind: 'ndjson', command: [command, foreign], runner: built.runner, guard: true } as const;
    return new RemoteCapabilityProxy({ instanceId: 'guarded', transport });
  }
});

async function startHost(situation: string, module = built.module('wire-probe')) {
  const args = [built.module('death-host'), built.runner, module, situation];
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  hosts.push(host);
  const [line] = (await once(host.stdout, 'data')) as [Buffer];
  return { host, pids: JSON.parse(line.toString()) as number[] };
}
