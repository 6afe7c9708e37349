import { nearestNames } from '@helve/core';
import { CapabilityNotLoadedError, type CapabilityManifest, type DiscoveryReport } from '@helve/worker';

/** The manifest of a capability that was found, by its name. */
export function findCapability({ capabilities }: DiscoveryReport, name: string): CapabilityManifest {
  const found = capabilities.find(({ manifest }) => manifest.code.name === name);
  if (found !== undefined) return found.manifest;
  const names = capabilities.map(({ manifest }) => manifest.code.name);
  const [nearest] = nearestNames(name, names);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new CapabilityNotLoadedError(`Cannot find capability "${name}" on the search paths${hint}`, {
    capabilityName: name,
  });
}
