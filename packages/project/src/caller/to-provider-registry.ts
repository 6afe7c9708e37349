import { ProviderRegistry } from '@helve/core';
import { isProviderRegistry, type Dependencies } from '../config/caller-keys.js';

/** Turns the dependencies of a config into a registry of providers. */
export function toProviderRegistry(dependencies: Dependencies, report: (error: unknown) => void): ProviderRegistry {
  if (isProviderRegistry(dependencies)) return dependencies;
  const { singletons = [], session = [] } = dependencies;
  return new ProviderRegistry({ report })
    .registerSingletons(new Map(singletons))
    .registerSessionProviders(new Map(session));
}
