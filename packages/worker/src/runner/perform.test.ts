import { expect, onTestFinished, test } from 'vitest';
import { ConfigLostError } from '../error/config-lost-error.js';
import { CapabilityInputError } from '../error/input-errors.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import { failureOf } from '../testing/contract/contract-bench.js';

async function probe() {
  const module = new URL('../testing/fixture/probe.mjs', import.meta.url).href;
  const capability = { module, export: 'ProbeCapability' };
  const proxy = new RemoteCapabilityProxy({ instanceId: 'probe', transport: { kind: 'inProcess' }, capability });
  onTestFinished(() => proxy.stop());
  await proxy.start();
  const events = () => proxy.dispatchToAction('events');
  await events();
  return { proxy, events, old: await proxy.getCurrentConfig() };
}

test('a configuration that the capability refuses in advance changes nothing in the worker', async () => {
  const { proxy, events, old } = await probe();
  const error = await failureOf(proxy.reconfigure(old, { ...old, model: 'large', label: 'refused' }));
  expect(error).toBeInstanceOf(CapabilityInputError);
  expect(error).toMatchObject({ fieldsInvalid: ['/label'] });
  expect(await events()).toEqual([]);
  expect(await proxy.getCurrentConfig()).toEqual(old);
});

test('a configuration that cannot be applied leaves the worker with the one it had', async () => {
  const { proxy, events, old } = await probe();
  const error = await failureOf(proxy.reconfigure(old, { ...old, cache: 2, label: 'unacceptable' }));
  expect(error).toMatchObject({ message: 'this label cannot be applied' });
  expect(await events()).toEqual(['release:cache', 'initialize:unacceptable', 'release:cache', 'initialize:none']);
  expect(await proxy.getCurrentConfig()).toEqual(old);
});

test('a worker that can apply neither the new nor the old configuration says so', async () => {
  const { proxy, old } = await probe();
  const stuck = { ...old, label: 'unacceptable' };
  const error = await failureOf(proxy.reconfigure(stuck, { ...stuck, cache: 2 }));
  expect(error).toBeInstanceOf(ConfigLostError);
  expect(error).toMatchObject({ cause: expect.any(AggregateError) as AggregateError });
});
