import { nearestNames } from '@helve/core';
import { CapabilityNotLoadedError } from '@helve/worker';
import type { CapabilityManifest, DiscoveryReport, CapabilityFile } from '@helve/worker/host';

/** The manifest of a capability that was found, by its name. */
export function knownCapability(report: DiscoveryReport, name: string): CapabilityManifest {
  return knownCapabilityLocation(report, name).manifest;
}

/** Finds a capability by its name, with its location. */
export function knownCapabilityLocation({ capabilities }: DiscoveryReport, name: string): CapabilityFile {
  const found = capabilities.find(({ manifest }) => manifest.code.name === name);
  if (found !== undefined) return found;
  const names = capabilities.map(({ manifest }) => manifest.code.name);
  const [nearest] = nearestNames(name, names);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new CapabilityNotLoadedError(`Cannot find capability "${name}" on the search paths${hint}`, {
    capabilityName: name,
  });
}
