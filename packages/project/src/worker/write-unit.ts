import { dirname, join } from 'node:path';
import {
  refreshedManifest,
  writeManifest,
  type CapabilityEnvironment,
  type CapabilityManifest,
  type Manifest,
} from '@helve/worker/host';
import { readVersion } from '../version.js';
import { moduleStem } from './find-unit.js';
import type { InspectedModule } from './inspect-module.js';

/** A manifest that was written. */
export interface WrittenManifest {
  readonly file: string;
  readonly name: string;
  readonly version: string;
}

/** Facts about a unit besides its module. */
export interface UnitHistory {
  /** The manifest that is there already. */
  readonly old?: Manifest | undefined;
  /** Where the code came from. */
  readonly packageSource?: string;
  /** Environment that its author states. */
  readonly environment?: CapabilityEnvironment | undefined;
}

/** Writes the manifests of a module that was looked at: that of its capability, and those of its adapters beside it. */
export async function writeUnit(
  manifestFile: string,
  moduleFile: string,
  { capability, adapters }: InspectedModule,
  history: UnitHistory,
): Promise<WrittenManifest[]> {
  const written: WrittenManifest[] = [];
  if (capability !== undefined) {
    await writeManifest(manifestFile, dated(capability, history));
    written.push({ file: manifestFile, name: capability.code.name, version: capability.code.version });
  }
  const stem = moduleStem(moduleFile);
  for (const adapter of adapters) {
    const name = adapters.length === 1 ? `${stem}.adapter.json` : `${stem}.${adapter.export}.adapter.json`;
    const file = join(dirname(manifestFile), name);
    await writeManifest(file, adapter);
    written.push({ file, name: adapter.name, version: adapter.version });
  }
  return written;
}

function dated(fresh: CapabilityManifest, { old, packageSource, environment }: UnitHistory): CapabilityManifest {
  const now = new Date().toISOString();
  const source = packageSource === undefined ? {} : { packageSource };
  const install = { installerVersion: readVersion(), ...source };
  if (old !== undefined && 'code' in old) return refreshedManifest(old, { ...fresh, install }, now);
  return { ...fresh, ...(environment && { environment }), install: { ...install, installedAt: now } };
}
