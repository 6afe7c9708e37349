import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CapabilityManager } from './capability-manager.js';

const liar = join(import.meta.dirname, '..', 'testing', 'fixture', 'lying.mjs');
const features = ['surface', 'declarations'];

/** Loads a worker that tells this of itself. */
async function load(told: Readonly<Record<string, unknown>>) {
  const manager = new CapabilityManager({ hostEnv: {} });
  onTestFinished(() => manager.close());
  return manager.load({
    format: 'helve.capability/1',
    code: {
      name: 'lying',
      version: '1.0.0',
      description: 'Lies',
      runtime: 'command',
      command: [process.execPath, liar],
      actions: [{ name: 'result' }],
      structuralSurface: { methods: [], properties: [], attributes: [] },
      workerEnv: [{ name: 'LYING_TOLD' }],
    },
    install: { envVars: { LYING_TOLD: JSON.stringify({ hello: { features }, ...told }) } },
  });
}

test.each([
  ['config schema', { getConfigSchema: 5 }],
  ['config schema', { getConfigSchema: { type: 5 } }],
  ['declarations', { declarations: [] }],
  ['declarations', { declarations: { actions: [{ name: 'result', policy: 5 }], workerEnv: [], tasks: {} } }],
  ['declarations', { declarations: { actions: [], workerEnv: [5], tasks: {} } }],
  ['declarations', { declarations: { actions: [], workerEnv: [], tasks: { a: [{}] } } }],
  ['surface', { structuralSurface: { methods: 5 } }],
])('a worker whose %s is none does not load: %j', async (what, told) => {
  await expect(load(told)).rejects.toMatchObject({ code: 'PROTOCOL', message: expect.stringContaining(what) });
});

test.each([{ actions: [5] }, { adapters: { a: 5 } }, { adapterFailures: 'x' }, { pid: 'x' }])(
  'a worker whose hello holds something else than it says does not load: %j',
  async (hello) => {
    await expect(load({ hello: { features, ...hello } })).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
  },
);

test('a worker that tells nothing of itself loads, and has drifted where nothing is not what is recorded', async () => {
  const { drift, state } = await load({});
  expect(state).toBe('running');
  expect(drift).toMatchObject({ version: { drifted: false }, actions: { drifted: true } });
  expect(drift.variables).toBeUndefined();
});
