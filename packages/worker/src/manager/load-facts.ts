import type { JsonObject } from '@helve/core';
import type { CapabilityInstance } from './capability-instance.js';

/** Returns the journal entry of a load: names and hashes only. */
export function loadFacts(instance: CapabilityInstance): JsonObject {
  return {
    version: instance.info().version,
    configKeys: Object.keys(instance.config),
    configHash: instance.configHash,
    envKeys: instance.plan.env.variables.filter(({ declared }) => declared).map(({ name }) => name),
    adapters: [...instance.plan.adapters],
  };
}
