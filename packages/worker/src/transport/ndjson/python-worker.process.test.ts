import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { CapabilityInputError } from '../../error/input-errors.js';
import { CapabilityCancelledError, WorkerCrashedError } from '../../error/transient-errors.js';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import { pythonCommand } from '../../python/python-command.js';
import { waitForExit } from '../../testing/is-alive.js';

const cwd = join(import.meta.dirname, '..', '..', '..', '..', '..', 'examples', 'python-worker');
const running: RemoteCapabilityProxy[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((proxy) => proxy.terminate(0)));
});

async function start(): Promise<RemoteCapabilityProxy> {
  const env = { PATH: process.env['PATH'] ?? '' };
  const transport = { kind: 'ndjson', command: pythonCommand('python3', 'serve'), cwd, env } as const;
  const proxy = new RemoteCapabilityProxy({ instanceId: 'upper', transport, capability: { module: './upper.py' } });
  running.push(proxy);
  await proxy.start({ suffix: '!' });
  return proxy;
}

describe('the worker in Python', needs('python3'), () => {
  test('R1: is called as any other, and what it lacks the proxy fills in', async () => {
    const proxy = await start();
    expect({ name: proxy.name, version: proxy.version }).toEqual({ name: 'upper', version: '1.0.0' });
    expect(await proxy.dispatchToAction('shout', { text: 'hello' })).toBe('HELLO!');
    expect(await proxy.getCurrentConfig()).toEqual({ suffix: '!' });
    expect(await proxy.getConfigSchema()).toMatchObject({ type: 'object' });
    expect(await proxy.getConfigOptions()).toEqual({});
    await proxy.prefetch();
    await proxy.reconfigure({ suffix: '!' }, { suffix: '?' });
    expect(await proxy.dispatchToAction('shout', { text: 'a' })).toBe('A?');
    await proxy.stop();
    expect(proxy.exit).toMatchObject({ code: 0 });
  });

  test('R48: its progress and usage reach the host by call', async () => {
    const proxy = await start();
    const seen: string[] = [];
    const call = proxy.call(
      { op: 'action', action: 'shout', named: { text: 'abc', times: 3 } },
      { onProgress: ({ message }) => seen.push(message) },
    );
    await call.result;
    expect(seen).toEqual(['round 1', 'round 2', 'round 3']);
    expect(call.usage).toEqual({ letters: 3 });
  });

  test('R44: sees a cancel in a busy loop, and goes on', async () => {
    const proxy = await start();
    const call = proxy.call({ op: 'action', action: 'spin' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    call.cancel('enough');
    await expect(call.result).rejects.toBeInstanceOf(CapabilityCancelledError);
    expect(await proxy.dispatchToAction('echo', { value: [1, { a: null }] })).toEqual([1, { a: null }]);
  });

  test('R64: its errors get their class and fields', async () => {
    const proxy = await start();
    await expect(proxy.dispatchToAction('refuse', { field: 'a' })).rejects.toMatchObject({ fieldsInvalid: ['a'] });
    await expect(proxy.dispatchToAction('nope')).rejects.toBeInstanceOf(CapabilityInputError);
  });

  test('dies as any other, with a typed error', async () => {
    const proxy = await start();
    const call = proxy.call({ op: 'action', action: 'spin' });
    process.kill(proxy.pid ?? 0, 'SIGKILL');
    await expect(call.result).rejects.toBeInstanceOf(WorkerCrashedError);
    await waitForExit([proxy.pid ?? 0]);
  });
});
