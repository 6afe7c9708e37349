import { digest } from '@helve/core';
import { expect } from 'vitest';
import { ToolCapability } from '../../capability/tool-capability.js';
import { CapabilityDefinitionError } from '../../error/fatal-errors.js';
import { CapabilityInputError } from '../../error/input-errors.js';
import { CapabilityTransientError } from '../../error/transient-errors.js';
import { failureOf, sourceOf, type ContractBench } from './contract-bench.js';

/** Tests role, shape and live options. */
export function shapeContract(bench: ContractBench): void {
  bench.proves('R1', 'what the host holds has the whole interface of a capability', async () => {
    const { capability } = await bench.load('ProbeCapability');
    expect({ name: capability.name, version: capability.version }).toEqual({ name: 'probe', version: '2.0.0' });
    const members = Object.getOwnPropertyNames(ToolCapability.prototype).filter(
      (name) => !/^(_|constructor$)/.test(name),
    );
    expect(members.filter((name) => typeof Reflect.get(capability, name) !== 'function')).toEqual([]);
    expect(capability).toBeInstanceOf(ToolCapability);
  });

  bench.proves(
    'R2',
    'a capability without a task is a whole one, and says what it lacks when it is executed',
    async () => {
      const { capability, loaded } = await bench.load('BareCapability');
      expect(await capability.getCurrentConfig()).toEqual({});
      const error = await failureOf(loaded.call({ op: 'execute', args: ['x'] }));
      expect(error).toBeInstanceOf(CapabilityInputError);
      expect(error).toMatchObject({ fieldsInvalid: ['execute'] });
    },
  );

  bench.proves('R3', 'a class that leaves out members does not load, and every one of them is named', async () => {
    const error = await failureOf(bench.subject.load(sourceOf('HalfCapability')));
    expect(error).toBeInstanceOf(CapabilityDefinitionError);
    expect(error).toMatchObject({ missing: ['version', 'getCurrentConfig'] });
  });

  bench.proves('R4', 'every member works on a capability that defines only the five', async () => {
    const { capability, loaded } = await bench.load('BareCapability');
    await capability.prefetch();
    await capability.reconfigure({ a: 1 }, { a: 2 });
    await capability.reconfigureWithTriggers({ a: 1 }, { a: 2 });
    expect(capability.fieldsThatChanged({ a: 1 }, { a: 2 })).toEqual(new Set(['a']));
    expect(await capability.getConfigOptions()).toEqual({});
    expect(() => capability.checkCancel()).not.toThrow();
    capability.registerCancelCallback(() => {})();
    expect(
      await capability.cancelSignalTo(
        () => {},
        () => 1,
      ),
    ).toBe(1);
    capability.reportProgress(0.5, 'half');
    capability.reportUsage({ pages: 1 });
    expect(await capability.heartbeat('phase', {}, () => 2)).toBe(2);
    capability.cancel();
    await loaded.setEnabled(false);
    await loaded.setEnabled(true);
    await capability.cleanup();
  });

  bench.proves('R5', 'a typed task lives on an adapter, and its values arrive as what they were', async () => {
    const adapters = [{ name: 'echo', ...sourceOf('EchoAdapter') }];
    const { loaded } = await bench.load('ProbeCapability', { adapters });
    const value = { when: new Date(5), map: new Map([['k', 1n]]), nothing: null };
    const result = await loaded.call({ op: 'task', task: 'echo', method: 'describe', named: { value } });
    expect(result).toEqual({
      tool: 'probe',
      value,
      at: new Date(0),
      seen: new Set(['a']),
      bytes: new Uint8Array([1, 2]),
    });
  });

  bench.proves('R6', 'a tool that defines execute keeps working, synchronous or not', async () => {
    const example = await bench.load('ExampleCapability');
    const later = await bench.load('AsyncCapability');
    const sync = await example.loaded.call({ op: 'execute', args: ['data'] });
    expect(sync).toBe("Processed 'data' using Resource-balanced");
    expect(await later.loaded.call({ op: 'execute', args: ['data'] })).toEqual(['data', 4]);
  });

  bench.proves(
    'R7',
    'executeStream yields what execute gives, once; without execute the first pull says what to call',
    async () => {
      const example = await bench.load('AsyncCapability');
      expect(await all(example.loaded.stream({ op: 'executeStream', args: ['data'] }))).toEqual([['data', 4]]);
      const bare = await bench.load('BareCapability');
      const error = await failureOf(all(bare.loaded.stream({ op: 'executeStream' })));
      expect(error).toBeInstanceOf(CapabilityInputError);
      expect(error).toMatchObject({ fieldsInvalid: ['execute'] });
    },
  );

  bench.proves('R11', 'live options never move the hash of the schema', async () => {
    const { capability } = await bench.load('ProbeCapability');
    const before = digest(await capability.getConfigSchema());
    const first = await capability.getConfigOptions();
    const second = await capability.getConfigOptions();
    expect(first).not.toEqual(second);
    expect(digest(await capability.getConfigSchema())).toBe(before);
  });

  bench.proves(
    'R13',
    'live options are asked where the capability runs, and their failure is a typed error',
    async () => {
      const { capability, loaded } = await bench.load('ProbeCapability');
      const { device } = await capability.getConfigOptions();
      expect(device?.options[0]).toMatchObject({ value: null, metadata: { pid: loaded.pid() } });
      await capability.initialize({ label: 'no options' });
      const error = await failureOf(Promise.resolve().then(() => capability.getConfigOptions()));
      expect(error).toBeInstanceOf(CapabilityTransientError);
      expect(error).toMatchObject({ retryAfterSeconds: 7 });
    },
  );
}

export async function all(source: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of source) items.push(item);
  return items;
}
