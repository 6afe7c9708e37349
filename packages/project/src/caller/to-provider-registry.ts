import { ProviderRegistry } from '@helve/core';
import { isProviderRegistry, type Dependencies } from '../config/caller-keys.js';

/** What a config says that calls depend on, ready to be asked. */
export function toProviderRegistry(dependencies: Dependencies, report: (error: unknown) => void): ProviderRegistry {
  if (isProviderRegistry(dependencies)) return dependencies;
  const { singletons = [], session = [] } = dependencies;
  return new ProviderRegistry({ report })
    .registerSingletons(new Map(singletons))
    .registerSessionProviders(new Map(session));
}
