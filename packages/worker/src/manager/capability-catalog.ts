import { discoverManifests, type DiscoveryReport } from '../manifest/discover-manifests.js';
import type { CapabilityManifest } from '../manifest/manifest.js';
import { notFound } from './manager-errors.js';
import type { CapabilityFile } from './worker-plan.js';

/** A capability by its discovered name, by its manifest, or by a manifest with its location. */
export type CapabilitySource = string | CapabilityManifest | CapabilityFile;

/** Manifests on the search paths; read once, and again on demand. */
export class CapabilityCatalog {
  readonly #searchPaths: readonly string[];
  #discovered: Promise<DiscoveryReport> | undefined;

  constructor(searchPaths: readonly string[]) {
    this.#searchPaths = searchPaths;
  }

  discover(): Promise<DiscoveryReport> {
    this.#discovered = discoverManifests(this.#searchPaths);
    return this.#discovered;
  }

  report(): Promise<DiscoveryReport> {
    return this.#discovered ?? this.discover();
  }

  /** Returns the manifest and the folder against which its relative paths resolve. */
  async find(source: CapabilitySource): Promise<CapabilityFile> {
    if (typeof source !== 'string') {
      return 'directory' in source ? source : { manifest: source, directory: process.cwd(), path: '' };
    }
    const { capabilities } = await this.report();
    const found = capabilities.find(({ manifest }) => manifest.code.name === source);
    if (found !== undefined) return found;
    throw notFound(
      source,
      capabilities.map(({ manifest }) => manifest.code.name),
    );
  }
}
