import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

import type { LoadedRegistry } from '@helve/core';

import type { Variants } from '../kit/run-variants.js';
import { perCall } from '../measure.js';
import { pathOf, type RegistryName } from './registries.js';

const CALLS = 1_000_000;
const request = { rawInput: { query: 'hi' } };

/** Variants to measure, each in a process of its own. */
export const registryVariants: Variants = {
  'floor: read and JSON.parse': async () => timed(() => JSON.parse(readFileSync(pathOf('1000'), 'utf8'))),

  '1000 tools: to the first answer': async () => {
    await import('@helve/build/load');
    return timed(() => firstAnswer('1000'));
  },
  '1000 tools: import of the loader, to the first answer': () => timed(() => firstAnswer('1000')),
  '1000 tools: to the first answer, file laid out anew': async () => {
    await import('@helve/build/load');
    return timed(() => firstAnswer('anew-1000'));
  },
  '1000 tools: lazy load and lock': async () => {
    await import('@helve/build/load');
    return timed(() => locked('1000'));
  },
  '1000 tools: lazy load, lock and list': async () => {
    await import('@helve/build/load');
    return timed(async () => (await locked('1000')).list());
  },
  '1000 tools: forms of a provider from its side file': async () => {
    const registry = await locked('1000');
    return timed(async () => {
      await registry.loadProvider('anthropic');
      return registry.getProviderSchemas('anthropic');
    });
  },
  '7 tools: load and lock': async () => {
    const { loadRegistryFile } = await import('@helve/build/load');
    return timed(async () => {
      const registry = await loadRegistryFile(pathOf('7'));
      await registry.load();
      registry.lock();
    });
  },

  'getProviderSchemas of 10 tools': () => lookups('10'),
  'getProviderSchemas of 1000 tools': () => lookups('1000'),
  'getToolMetadata of 1000 tools': async () => {
    const registry = await locked('1000');
    return perCall(CALLS, () => registry.getToolMetadata('tool_500'))();
  },
  'nameFor and toolOf of 1000 tools': async () => {
    const registry = await locked('1000');
    return perCall(CALLS, () => registry.toolOf(registry.nameFor('tool_500') ?? ''))();
  },
};

async function locked(name: RegistryName): Promise<LoadedRegistry> {
  const { loadRegistryFile } = await import('@helve/build/load');
  const registry = await loadRegistryFile(pathOf(name), { lazy: true });
  await registry.load();
  return registry.lock();
}

async function firstAnswer(name: RegistryName): Promise<void> {
  const answer = await (await locked(name)).executeTool('tool_500', request);
  if (!answer.ok) throw new Error(`Cannot measure: ${answer.error.message}`);
}

async function lookups(name: RegistryName): Promise<number> {
  const registry = await locked(name);
  const options = { mode: 'voice', strict: false } as const;
  return perCall(CALLS, () => registry.getProviderSchemas('openai', options))();
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
