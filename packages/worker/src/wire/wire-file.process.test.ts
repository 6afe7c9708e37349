import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import { builtRunner } from '../testing/built-runner.js';
import { waitUntil } from '../testing/contract/contract-bench.js';
import { transportKinds, transportSpec, type LocalKind } from '../testing/probe-worker.js';
import { WireFile } from './wire-file.js';

const built = await builtRunner('probe');

async function probe(kind: LocalKind) {
  const here = new URL('../testing/fixture/probe.mjs', import.meta.url).href;
  const module = kind === 'inProcess' ? here : built.module('probe');
  const capability = { module, export: 'ProbeCapability' };
  const proxy = new RemoteCapabilityProxy({ instanceId: 'probe', transport: transportSpec(kind, built), capability });
  onTestFinished(() => proxy.terminate(0));
  await proxy.start();
  return proxy;
}

interface Answer {
  readonly kept: string;
  readonly seen: string;
  readonly file: WireFile;
}

for (const kind of transportKinds) {
  test(`files of a call are gone with it over ${kind}, but for one that the worker gave away`, async () => {
    const proxy = await probe(kind);
    const given = await WireFile.write('from the host', 'c1');
    const request = { op: 'action', action: 'files', named: { given, text: 'from the worker' } } as const;
    const { kept, seen, file } = (await proxy.call(request, { envelope: { callId: 'c1' } }).result) as Answer;
    expect(seen).toBe('from the host');
    expect(file).toBeInstanceOf(WireFile);
    expect(file).toMatchObject({ size: 15, owner: 'c1' });
    expect(await readFile(file.path, 'utf8')).toBe('from the worker');
    await waitUntil(() => ![given.path, kept].some(existsSync));
    await file.remove();
    expect(existsSync(file.path)).toBe(false);
  });
}

test('files that nobody removed go with their worker, also with one that was killed', async () => {
  const proxy = await probe('process');
  const { file } = (await proxy.dispatchToAction('files', { text: 'left behind' })) as Answer;
  expect(existsSync(file.path)).toBe(true);
  await proxy.terminate(0);
  expect(existsSync(dirname(file.path))).toBe(false);
});

test('a file outside of a call needs the id of the call that it is for', async () => {
  await expect(WireFile.write('x')).rejects.toThrow('needs an owner');
});
