import { expect } from 'vitest';
import { all } from './shape-contract.js';
import { failureOf, waitUntil, type ContractBench } from './contract-bench.js';

/** Tests lifecycle, reconfigure and triggers. */
export function lifecycleContract(bench: ContractBench): void {
  const defaults = { mode: 'balanced', threshold: 0.5, max_workers: 4 };

  bench.proves('R32', 'initialize merges onto the defaults, and later onto the current configuration', async () => {
    const { capability, loaded } = await bench.load('ExampleCapability');
    for (const nothing of [undefined, null, {}]) {
      await capability.initialize(nothing);
      expect(await capability.getCurrentConfig()).toEqual(defaults);
    }
    await capability.initialize({ mode: 'quality' });
    await capability.initialize({ threshold: 0.9 });
    expect(await capability.getCurrentConfig()).toEqual({ mode: 'quality', threshold: 0.9, max_workers: 4 });
    expect(await loaded.call({ op: 'execute', args: ['x'] })).toContain('Resource-quality');
  });

  bench.proves('R33', 'cleanup and prefetch may be left out, and may be called twice', async () => {
    const { capability } = await bench.load('BareCapability');
    for (const _ of [1, 2]) await capability.prefetch();
    for (const _ of [1, 2]) await capability.cleanup();
    expect(await capability.getCurrentConfig()).toEqual({});
  });

  bench.proves(
    'R34',
    'disable and enable are signals: once per change, after the last call, in the same process',
    async () => {
      const probe = await bench.load('ProbeCapability');
      const pid = probe.loaded.pid();
      const source = probe.loaded.stream({ op: 'executeStream', args: [2, 1] }, { callId: 's' });
      const stream = source[Symbol.asyncIterator]();
      await stream.next();
      const pulled = stream.next();
      await probe.began('s');
      const disabled = [probe.loaded.setEnabled(false), probe.loaded.setEnabled(false)];
      expect(await probe.events()).not.toContain('disabled');
      await probe.action('release', { id: 's' });
      expect(await pulled).toMatchObject({ value: 2 });
      await stream.next();
      await Promise.all(disabled);
      await probe.loaded.setEnabled(true);
      await probe.loaded.setEnabled(true);
      const events = await probe.events();
      expect(events.filter((event) => event !== 'initialize:none')).toEqual(['stream:finally', 'disabled', 'enabled']);
      expect(probe.loaded.pid()).toBe(pid);
    },
  );

  bench.proves('R36', 'only the triggers of fields that changed release something', async () => {
    const { capability, ...probe } = await loadProbe();
    await capability.reconfigure(probe.config, { ...probe.config, model: 'large' });
    expect(await probe.events()).toEqual(['release:model', 'initialize:none']);
  });

  bench.proves('R37', 'a shared trigger fires once, and different ones in the order of the schema', async () => {
    const { capability, ...probe } = await loadProbe();
    const next = { label: 'none', ghost: 1, cache: 2, device: 'gpu', model: 'large', voice: 'warm' };
    await capability.reconfigure(probe.config, next);
    expect(await probe.events()).toEqual(['release:model', 'release:device', 'release:cache', 'initialize:none']);
  });

  bench.proves('R38', 'a field without a trigger releases nothing and is applied', async () => {
    const { capability, ...probe } = await loadProbe();
    await capability.reconfigure(probe.config, { ...probe.config, label: 'new' });
    expect(await probe.events()).toEqual(['initialize:new']);
    expect(await capability.getCurrentConfig()).toMatchObject({ label: 'new' });
  });

  bench.proves(
    'R39',
    'a trigger without a hook, and a class without triggers, release nothing and throw nothing',
    async () => {
      const { capability, ...probe } = await loadProbe();
      await capability.reconfigure(probe.config, { ...probe.config, ghost: 2 });
      expect(await probe.events()).toEqual(['initialize:none']);
      const bare = await bench.load('BareCapability');
      await bare.capability.reconfigure({ model: 'a' }, { model: 'b' });
    },
  );

  bench.proves('R40', 'a hook that throws is logged; the others run and the configuration is applied', async () => {
    const { capability, ...probe } = await loadProbe();
    await capability.reconfigure(probe.config, { ...probe.config, device: 'gpu', cache: 3 });
    expect(await probe.events()).toEqual(['release:device', 'release:cache', 'initialize:none']);
    expect(await capability.getCurrentConfig()).toMatchObject({ device: 'gpu', cache: 3 });
    await waitUntil(() => probe.logs().some((line) => line.includes('the device is stuck')));
  });

  bench.proves('R41', 'reconfigure releases and then applies, with null as an empty configuration', async () => {
    const { capability, ...probe } = await loadProbe();
    await capability.reconfigure(null, { model: 'large' });
    await capability.reconfigure({ cache: 9 }, null);
    const events = ['release:model', 'initialize:none', 'release:cache', 'initialize:none'];
    expect(await probe.events()).toEqual(events);
    await failureOf(capability.reconfigure({}, { label: 'unacceptable' }));
  });

  bench.proves('R65', 'the worked example does what its documentation says', async () => {
    const { capability, loaded } = await bench.load('ExampleCapability');
    expect(await capability.getConfigSchema()).toMatchObject({
      properties: { max_workers: { maximum: 16, default: 4 } },
    });
    expect(await capability.getCurrentConfig()).toEqual(defaults);
    await capability.initialize({ mode: 'quality', threshold: 0.8 });
    expect(await capability.getCurrentConfig()).toEqual({ mode: 'quality', threshold: 0.8, max_workers: 4 });
    const answer = await loaded.call({ op: 'execute', args: ['more_data'] });
    expect(answer).toBe("Processed 'more_data' using Resource-quality");
    await capability.cleanup();
    expect(await loaded.call({ op: 'execute', args: ['x'] })).toBe("Processed 'x' using null");
    await capability.initialize({ mode: 'balanced' });
    const chunks = await all(loaded.stream({ op: 'executeStream', args: ['stream_data'] }));
    expect(chunks).toEqual(["Processed 'stream_data' using Resource-balanced"]);
  });

  /** Loads a probe and clears its record of the load. */
  async function loadProbe() {
    const probe = await bench.load('ProbeCapability');
    const config = await probe.capability.getCurrentConfig();
    await probe.events();
    return { capability: probe.capability, config, events: () => probe.events(), logs: () => probe.logs() };
  }
}
