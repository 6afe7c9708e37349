import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryConfigStore } from '../memory/memory-config-store.js';
import { createMemoryJournalStore } from '../memory/memory-journal-store.js';
import { createMemorySecretStore } from '../memory/memory-secret-store.js';
import { isAlive } from '../testing/is-alive.js';
import { tunedManager, waitUntil, type TunedManager } from '../testing/tuned-manager.js';

test('load gives an instance that can be called, under the name of the capability', async () => {
  const { manager, manifest } = await tunedManager();
  const info = await manager.load(manifest);
  expect(info).toMatchObject({ id: 'tuned', capability: 'tuned', version: '1.2.3', state: 'running', enabled: true });
  expect(await manager.call('tuned', { action: 'pid' })).toBe(info.pid);
  expect(manager.instances()).toHaveLength(1);
});

test('load of a loaded id returns it if the spec is equal and refuses another one', async () => {
  const { manager, manifest } = await tunedManager();
  const [first, second] = await Promise.all([manager.load(manifest), manager.load(manifest)]);
  expect(second.pid).toBe(first.pid);
  const other = manager.load(manifest, { config: { size: 2 } });
  await expect(other).rejects.toMatchObject({ code: 'INPUT', fieldsInvalid: ['id'] });
});

test('load makes instances of their own, which nobody keeps a record of', async () => {
  const config = createMemoryConfigStore();
  const { manager, manifest } = await tunedManager({ stores: { config } });
  const { id } = await manager.load(manifest, { newInstance: true });
  await manager.load(manifest, { id: 'named' });
  expect(id).toMatch(/^tuned-[0-9a-f]{6}$/);
  expect(await config.list()).toEqual(['named']);
  await expect(manager.load(manifest, { id: 'no spaces' })).rejects.toMatchObject({ fieldsInvalid: ['id'] });
});

test('load refuses an option that is misspelt', async () => {
  const { manager, manifest } = await tunedManager();
  const load = manager.load(manifest, { prefech: true } as object);
  await expect(load).rejects.toThrow('unknown option "prefech". Did you mean "prefetch"?');
});

test('load that fails in the worker says why and leaves no process, no record and no instance', async () => {
  const config = createMemoryConfigStore();
  const { manager, manifest, folder, lines } = await tunedManager({ stores: { config } });
  const trace = join(folder, 'trace');
  const load = manager.load(manifest, { config: { mode: 'deadly', trace } });
  await expect(load).rejects.toMatchObject({ code: 'WORKER_CRASHED', exitCode: 3 });
  expect(await lines('trace')).toEqual(['initialize:deadly']);
  expect(await config.list()).toEqual([]);
  expect(manager.instances()).toEqual([]);
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({ code: 'NOT_LOADED' });
  await expect(manager.stream('tuned', { action: 'pid' }).next()).rejects.toMatchObject({ code: 'NOT_LOADED' });
});

test('load validates the configuration with the live schema and names the wrong field', async () => {
  const { manager, manifest } = await tunedManager();
  const load = manager.load(manifest, { config: { size: 1_000_000 } });
  await expect(load).rejects.toMatchObject({ code: 'CONFIG', fieldsInvalid: ['/size'] });
  await expect(manager.load(manifest, { config: { color: 'red' } })).rejects.toMatchObject({
    fieldsInvalid: ['/color'],
  });
});

test('load takes the caller over the record and the record over the defaults', async () => {
  const config = createMemoryConfigStore();
  await config.put('tuned', {
    capability: 'tuned',
    config: { mode: 'kept', size: 7 },
    enabled: true,
    envOverrides: {},
  });
  const { manager, manifest } = await tunedManager({ stores: { config } });
  await manager.load(manifest, { config: { size: 9 } });
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'kept', size: 9 });
  expect((await config.get('tuned'))?.config).toMatchObject({ mode: 'kept', size: 9 });
});

test('R20: a required variable without a value fails the load before any spawn', async () => {
  const journal = createMemoryJournalStore();
  const workerEnv = [{ name: 'NEEDED', required: true }];
  const { manager, manifest } = await tunedManager({ stores: { journal } }, { workerEnv });
  await expect(manager.load(manifest)).rejects.toMatchObject({ code: 'CONFIG', fieldsInvalid: ['NEEDED'] });
  expect(await journal.read({ kinds: ['spawn'] })).toEqual([]);
  const info = await manager.load(manifest, { missingEnv: 'report' });
  expect(info.warnings.join()).toContain('NEEDED');
});

test('update changes some keys in the worker, the record and the hash', async () => {
  const config = createMemoryConfigStore();
  const { manager, manifest } = await tunedManager({ stores: { config } });
  const { configHash } = await manager.load(manifest, { config: { mode: 'brisk' } });
  expect(await manager.update('tuned', { size: 3 })).toEqual(['size']);
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'brisk', size: 3 });
  expect((await config.get('tuned'))?.config).toMatchObject({ mode: 'brisk', size: 3 });
  expect(manager.instances()[0]?.configHash).not.toBe(configHash);
  await manager.update('tuned', {}, { unset: ['mode'] });
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'calm', size: 3 });
  await manager.replace('tuned', { mode: 'brisk' });
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'brisk', size: 1 });
});

test('update that the worker cannot apply rolls back, and record, hash and worker agree', async () => {
  const config = createMemoryConfigStore();
  const { manager, manifest } = await tunedManager({ stores: { config } });
  const before = await manager.load(manifest, { config: { mode: 'brisk' } });
  await expect(manager.update('tuned', { mode: 'broken' })).rejects.toThrow('this mode cannot be applied');
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'brisk' });
  expect((await config.get('tuned'))?.config).toMatchObject({ mode: 'brisk' });
  expect(manager.instances()[0]).toMatchObject({ configHash: before.configHash, pid: before.pid });
});

test('update that kills the worker leaves a new worker with the old configuration', async () => {
  const { manager, manifest } = await tunedManager();
  const before = await manager.load(manifest, { config: { mode: 'brisk' }, restart: { baseMs: 1 } });
  await expect(manager.update('tuned', { mode: 'deadly' })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'brisk' });
  expect(manager.instances()[0]?.pid).not.toBe(before.pid);
});

test('update that cannot be recorded is taken back from the worker', async () => {
  const config = createMemoryConfigStore();
  const { manager, manifest } = await tunedManager({ stores: { config } });
  await manager.load(manifest);
  config.put = () => Promise.reject(new Error('no space left'));
  await expect(manager.update('tuned', { mode: 'brisk' })).rejects.toThrow('no space left');
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'calm' });
});

test('R34: disable waits for the last call, tells the worker once, and keeps its process', async () => {
  const { manager, manifest, folder, lines } = await tunedManager();
  const { pid } = await manager.load(manifest, {
    config: { trace: join(folder, 'trace') },
    limits: { maxConcurrent: 2 },
  });
  const call = manager.call('tuned', { action: 'hold', args: { ms: 200 } });
  const stream = manager.stream('tuned', { action: 'stream', args: { to: 2, pauseMs: 10 } });
  await stream.next();
  const disabled = manager.disable('tuned');
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({ code: 'DISABLED' });
  expect(await call).toBe('held');
  expect(await lines('trace')).not.toContain('disabled');
  await stream.return?.();
  await disabled;
  await manager.disable('tuned');
  expect((await lines('trace')).filter((line) => line === 'disabled')).toHaveLength(1);
  await manager.enable('tuned');
  expect(await manager.call('tuned', { action: 'pid' })).toBe(pid);
  expect((await lines('trace')).filter((line) => line === 'enabled')).toHaveLength(1);
});

test('disable is remembered by the next load', async () => {
  const config = createMemoryConfigStore();
  const { manager, manifest } = await tunedManager({ stores: { config } });
  await manager.load(manifest);
  await manager.disable('tuned');
  await manager.unload('tuned');
  expect(await manager.load(manifest)).toMatchObject({ enabled: false });
  await expect(manager.call('tuned', { action: 'pid' })).rejects.toMatchObject({ code: 'DISABLED' });
});

test('R15: a variable changes with a new process only, and until then the old value holds', async () => {
  const secrets = createMemorySecretStore();
  const { manager, manifest } = await tunedManager({ stores: { secrets } });
  const { pid } = await manager.load(manifest);
  const read = (name: string) => manager.call('tuned', { action: 'env', args: { name } });
  expect(await read('TUNED_TONE')).toBe('plain');
  await manager.setSecret('tuned', 'TUNED_TOKEN', 'a-token-of-some-length', { reload: false });
  expect(await read('TUNED_TOKEN')).toBeNull();
  expect(manager.instances()[0]).toMatchObject({ pid, envStale: true });
  await manager.setEnvOverride('tuned', 'TUNED_TONE', 'loud');
  expect(await read('TUNED_TONE')).toBe('loud');
  expect(await read('TUNED_TOKEN')).toBe('[secret]');
  expect(manager.instances()[0]).toMatchObject({ envStale: false });
  expect(manager.instances()[0]?.pid).not.toBe(pid);
  await expect(manager.setEnvOverride('tuned', 'TUNED_TOKEN', 'x')).rejects.toMatchObject({ code: 'CONFIG' });
});

test('R16: a secret shows in no error, event, journal row, diagnostic line or status', async () => {
  const journal = createMemoryJournalStore();
  const { manager, manifest } = await tunedManager({ stores: { journal } });
  const canary = 'canary-7f3e9a51c2';
  await manager.setSecret('tuned', 'TUNED_TOKEN', canary);
  const { pid } = await manager.load(manifest, { secretDelivery: 'channel' });
  const events = manager.events();
  const inProcessList = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  expect(inProcessList).not.toContain(canary);
  expect(await manager.call('tuned', { action: 'env', args: { name: 'TUNED_TOKEN' } })).toBe('[secret]');
  const error: unknown = await manager.call('tuned', { action: 'shout' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining('with ') as string });
  const lines = await waitUntil(
    () => manager.diagnostics(),
    (found) => found.length >= 3,
  );
  const seen: unknown[] = [];
  await manager.unload('tuned');
  await manager.close();
  for await (const event of events) seen.push(event);
  const inner = error instanceof Error ? [error.message, error.stack, String(error.cause), error.cause] : [];
  const all = JSON.stringify([inner, error, lines, seen, await journal.read(), manager.instances()]);
  expect(seen.map((event) => JSON.stringify(event)).join()).toContain('at [secret]');
  expect(JSON.stringify(lines)).toContain('err [secret]');
  expect(all).not.toContain(canary);
});

test('R13: options of the configuration come from the worker, and a failure is an error beside none', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest);
  expect(await manager.configOptions('tuned')).toEqual({ options: {} });
  await manager.instance('tuned').supervisor.stop();
  const { options, error } = await manager.configOptions('tuned');
  expect(options).toEqual({});
  expect(error).toMatchObject({ code: 'NOT_LOADED' });
});

test('R49: totals are the exact sum over calls, failed, streamed and crashed ones too', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { limits: { maxConcurrent: 8 }, restart: { baseMs: 1 } });
  const spend = (tokens: number, how: object = {}) =>
    manager.call('tuned', { action: 'spend', args: { tokens, ...how } }).catch(() => undefined);
  await Promise.all([spend(1), spend(2), spend(3, { fail: true }), spend(4), spend(5)]);
  expect(manager.instances()[0]?.usage).toEqual({ tokens: 15 });
  for await (const _ of manager.stream('tuned', { action: 'stream', args: { to: 4 } }));
  await spend(100, { die: true });
  expect(manager.instances()[0]?.usage).toEqual({ tokens: 115, chunks: 4 });
});

test('an account of a worker is in the journal as reported, also when its call failed', async () => {
  const journal = createMemoryJournalStore();
  const { manager, manifest } = await tunedManager({ stores: { journal } });
  await manager.load(manifest);
  const args = { type: 'cache-hit', payload: 'key', fail: true };
  await manager.call('tuned', { action: 'account', args }, { callId: 'c-1' }).catch(() => undefined);
  const [row] = await waitUntil(
    () => journal.read({ kinds: ['account'] }),
    (rows) => rows.length > 0,
  );
  expect(row).toMatchObject({ callId: 'c-1', facts: { type: 'cache-hit', payload: 'key', workerReported: true } });
});

test('limits hold: so many calls at once, so many in line, the next is refused', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { limits: { maxConcurrent: 2, maxQueued: 1 } });
  const hold = () => manager.call('tuned', { action: 'hold', args: { ms: 150 } });
  const calls = [hold(), hold(), hold()];
  expect(manager.instances()[0]).toMatchObject({ inFlight: 2, queued: 1 });
  await expect(hold()).rejects.toMatchObject({ code: 'QUEUE_FULL', limit: 1 });
  expect(await Promise.all(calls)).toEqual(['held', 'held', 'held']);
});

test('maxCalls and maxRssBytes replace a worker between two calls', async () => {
  const { manager, manifest } = await tunedManager();
  await manager.load(manifest, { limits: { maxCalls: 2 } });
  const pid = () => manager.call('tuned', { action: 'pid' });
  const pids = await Promise.all([pid(), pid(), pid(), pid(), pid()]);
  expect(new Set(pids).size).toBe(3);
  const before = await manager.reload('tuned', { limits: { maxCalls: 1000, maxRssBytes: 1 } });
  await waitUntil(
    () => manager.instance('tuned').supervisor.lastRssBytes,
    (bytes) => bytes > 1,
  );
  await pid();
  expect(await pid()).not.toBe(before.pid);
  await manager.reload('tuned', { limits: { maxRssBytes: 2 ** 40 } });
  expect(await pid()).toBe(await pid());
});

test('reload keeps limits and configuration, and gives a new process after the last call', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { config: { size: 5 }, limits: { maxConcurrent: 3 } });
  const call = manager.call('tuned', { action: 'hold', args: { ms: 100 } });
  const info = await manager.reload('tuned');
  expect(await call).toBe('held');
  expect(info.pid).not.toBe(pid);
  expect(manager.instance('tuned').limits.maxConcurrent).toBe(3);
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ size: 5 });
});

test('unload ends the process, and close ends all', async () => {
  const { manager, manifest } = await tunedManager();
  const one = await manager.load(manifest, { id: 'one' });
  const two = await manager.load(manifest, { id: 'two' });
  await manager.unload('one');
  expect(isAlive(Number(one.pid))).toBe(false);
  expect(isAlive(Number(two.pid))).toBe(true);
  await manager.close();
  expect(isAlive(Number(two.pid))).toBe(false);
});

test('drift is a warning, a refusal or nothing, as the load says', async () => {
  const { manager, manifest } = await tunedManager();
  const drifted = { ...manifest, witness: { configSchemaHash: 'sha256:other' } };
  await expect(manager.load(drifted, { drift: 'fail' })).rejects.toThrow('config schema');
  const info = await manager.load(drifted);
  expect(info.drift.configSchema).toMatchObject({ drifted: true, expected: 'sha256:other' });
  expect((await manager.load(drifted, { id: 'off', drift: false })).drift).toEqual({});
});

async function onDisk(tuned: TunedManager): Promise<void> {
  const { folder, manifest } = tuned;
  const { module } = manifest.code;
  const adapter = (name: string, taskName: string, method: string) => ({
    format: 'helve.adapter/1',
    name: `tuned#${name}`,
    version: '1.0.0',
    taskName,
    module,
    export: name,
    protocolMembers: { methods: [{ name: method }], properties: [] },
  });
  const surface = { methods: [{ name: 'pid', signature: 'pid()', params: [] }], properties: [], attributes: [] };
  const code = { ...manifest.code, structuralSurface: surface };
  const files = {
    'tuned.capability.json': { ...manifest, code },
    'pid.adapter.json': adapter('PidAdapter', 'process', 'pid'),
    'broken.adapter.json': adapter('BrokenAdapter', 'broken', 'pid'),
    'other.adapter.json': adapter('OtherAdapter', 'other', 'fly'),
    'bad.capability.json': { format: 'helve.capability/1', code: {} },
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
}

test('discover, loadAll and matchAdapters go by the manifests on the search paths', async () => {
  const searchPaths: string[] = [];
  const tuned = await tunedManager({ searchPaths });
  searchPaths.push(tuned.folder);
  await onDisk(tuned);
  const { manager } = tuned;
  const report = await manager.discover();
  expect(report.broken.map(({ path }) => path)).toEqual([join(tuned.folder, 'bad.capability.json')]);
  const verdicts = await manager.matchAdapters('tuned');
  expect(verdicts.get('tuned#PidAdapter')?.compatible).toBe(true);
  expect(verdicts.get('tuned#OtherAdapter')).toMatchObject({ compatible: false, missingMethods: ['fly'] });
  const { loaded, failed } = await manager.loadAll({ drift: false });
  expect(failed).toEqual([]);
  expect(loaded).toMatchObject([
    { id: 'tuned', adapters: ['process'], adapterFailures: [{ name: 'tuned#BrokenAdapter' }] },
  ]);
  const request = { task: 'process', method: 'identify', args: { label: 'number' } };
  expect(await manager.call('tuned', request)).toBe(`number ${loaded[0]?.pid}`);
  await expect(manager.call('tuned', { task: 'process', method: 'none' })).rejects.toMatchObject({ code: 'INPUT' });
  await expect(manager.load('tuend')).rejects.toThrow('did you mean "tuned"?');
});

test('a list of adapters is kept as a whole: one that is unknown, unfit or broken fails the load', async () => {
  const searchPaths: string[] = [];
  const tuned = await tunedManager({ searchPaths });
  searchPaths.push(tuned.folder);
  await onDisk(tuned);
  const load = (...adapters: string[]) => tuned.manager.load('tuned', { adapters, drift: false });
  for (const name of ['tuned#Nobody', 'tuned#OtherAdapter', 'tuned#BrokenAdapter']) {
    await expect(load(name)).rejects.toMatchObject({ code: 'INPUT', fieldsInvalid: ['adapters'] });
  }
  expect(tuned.manager.instances()).toEqual([]);
  expect(await load('tuned#PidAdapter')).toMatchObject({ adapters: ['process'], adapterFailures: [] });
});

test('an operator may set a variable before the first load', async () => {
  const searchPaths: string[] = [];
  const tuned = await tunedManager({ searchPaths });
  searchPaths.push(tuned.folder);
  await onDisk(tuned);
  const { manager } = tuned;
  await manager.setEnvOverride('tuned', 'TUNED_TONE', 'early');
  await manager.load('tuned', { drift: false });
  expect(await manager.call('tuned', { action: 'env', args: { name: 'TUNED_TONE' } })).toBe('early');
  const tone = (await manager.envReport('tuned')).variables.find(({ name }) => name === 'TUNED_TONE');
  expect(tone).toMatchObject({
    value: 'early',
    source: 'override',
    overridden: [{ source: 'default', value: 'plain' }],
  });
  await manager.setEnvOverride('tuned', 'TUNED_TONE', null);
  expect(await manager.call('tuned', { action: 'env', args: { name: 'TUNED_TONE' } })).toBe('plain');
});

test.each(['inProcess', 'thread', 'ndjson'] as const)('a capability is managed alike over %s', async (transport) => {
  const tuned = await tunedManager();
  const { manager, manifest } = tuned;
  const here = new URL('../testing/fixture/tuned-capability.ts', import.meta.url).pathname;
  const code = transport === 'inProcess' ? { ...manifest.code, module: here } : manifest.code;
  await manager.load({ ...manifest, code }, { transport, config: { size: 4 } });
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ size: 4 });
  await expect(manager.update('tuned', { mode: 'broken' })).rejects.toThrow('cannot be applied');
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'calm' });
  const stop = new AbortController();
  const held = manager.call('tuned', { action: 'hold' }, { signal: stop.signal });
  setTimeout(() => stop.abort(), 30);
  await expect(held).rejects.toMatchObject({ code: 'CANCELLED' });
  await manager.unload('tuned');
  expect(manager.instances()).toEqual([]);
});
