import { expect, test } from 'vitest';
import { ConfigLostError } from '../error/config-lost-error.js';
import { failureOf } from '../testing/contract/contract-bench.js';
import { tunedManager } from '../testing/tuned-manager.js';

test('a worker that can go neither on nor back makes place for one with the old configuration', async () => {
  const { manager, manifest } = await tunedManager();
  const { pid } = await manager.load(manifest, { config: { mode: 'calm', size: 7 } });
  const error = await failureOf(manager.update('tuned', { mode: 'wedged' }));
  expect(error).toBeInstanceOf(ConfigLostError);
  expect(await manager.call('tuned', { action: 'pid' })).not.toBe(pid);
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'calm', size: 7 });
});

test('a worker that goes back by itself stays, and has one configuration with its host', async () => {
  const { manager, manifest, folder, lines } = await tunedManager();
  const trace = `${folder}/trace`;
  const { pid } = await manager.load(manifest, { config: { trace } });
  const error = await failureOf(manager.update('tuned', { mode: 'broken' }));
  expect(error).toMatchObject({ message: 'this mode cannot be applied' });
  expect(await manager.call('tuned', { action: 'pid' })).toBe(pid);
  expect(await manager.call('tuned', { action: 'config' })).toMatchObject({ mode: 'calm' });
  // One change and one rollback, never a second rollback.
  const applied = (await lines('trace')).filter((line) => line.startsWith('initialize'));
  expect(applied.slice(-2)).toEqual(['initialize:broken', 'initialize:calm']);
  expect(applied).toHaveLength(3);
});
