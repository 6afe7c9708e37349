import type { JsonObject, JsonSchemaObject } from '@helve/core';
import type { ProtocolMembers } from '../adapter/protocol-members.js';
import type { EnvVarSource } from '../env/env-var-spec.js';
import type { StructuralSurface, SurfaceMethod } from '../surface/structural-surface.js';

export const CAPABILITY_FORMAT = 'helve.capability/1';
export const ADAPTER_FORMAT = 'helve.adapter/1';

/** What kind of worker runs a capability. */
export const runtimes = Object.freeze(['node', 'command', 'mcp-stdio'] as const);

export type Runtime = (typeof runtimes)[number];

/** What a capability needs of a machine; amounts of memory are measured, never declared. */
export interface ManifestResources {
  readonly requiresGpu?: boolean;
  /** As `process.platform` says them; none means any. */
  readonly platforms?: readonly string[];
  readonly accelerators?: readonly string[];
}

/** One action, as far as data can say it. */
export interface ManifestAction {
  readonly name: string;
  readonly description?: string;
  readonly input?: JsonSchemaObject;
  readonly output?: JsonSchemaObject;
  readonly policy?: JsonObject;
  /** What somebody else says of it: shown, and no rule follows from it. */
  readonly annotations?: JsonObject;
}

/** What follows from the code alone: the same code gives the same bytes. */
export interface ManifestCode {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly runtime: Runtime;
  /** For `node`: a path from the manifest, or a package. */
  readonly module?: string;
  readonly export?: string;
  /** For the others: arguments one by one, never a line for a shell. */
  readonly command?: readonly string[];
  readonly resources?: ManifestResources;
  readonly configSchema?: JsonSchemaObject;
  readonly workerEnv?: readonly EnvVarSource[];
  readonly structuralSurface?: StructuralSurface;
  /** What a compiler knows of the methods; for reading and matching, never hashed. */
  readonly types?: JsonObject;
  readonly actions?: readonly ManifestAction[];
}

/** Hashes by which drift is noticed. */
export interface ManifestWitness {
  readonly configSchemaHash?: string;
  readonly ownSurfaceHash?: string;
  readonly baseSurfaceHash?: string;
}

/** What holds on this machine only. */
export interface ManifestInstall {
  readonly execPath?: string;
  readonly cwd?: string;
  readonly envVars?: { readonly [name: string]: string };
  readonly installedAt?: string;
  readonly refreshedAt?: string;
  readonly installerVersion?: string;
  readonly packageSource?: string;
}

/** What an operator has laid over it: it wins, and survives a refresh. */
export interface ManifestOverrides {
  readonly install?: Pick<ManifestInstall, 'execPath' | 'cwd' | 'envVars'>;
  readonly resources?: ManifestResources;
}

/** All that a host knows of a capability that is not loaded. */
export interface CapabilityManifest {
  readonly format: typeof CAPABILITY_FORMAT;
  readonly code: ManifestCode;
  readonly witness?: ManifestWitness;
  readonly install?: ManifestInstall;
  readonly overrides?: ManifestOverrides;
}

/** All that a host knows of an adapter; it never imports one. */
export interface AdapterManifest {
  readonly format: typeof ADAPTER_FORMAT;
  /** `module#export`. */
  readonly name: string;
  readonly version: string;
  readonly taskName: string;
  readonly module: string;
  readonly export: string;
  readonly protocolName?: string;
  readonly protocolMembers: ProtocolMembers;
  /** What it offers: the methods of its task, by which a cold host makes tools. */
  readonly methods?: readonly SurfaceMethod[];
  readonly generatedAt?: string;
}

export type Manifest = CapabilityManifest | AdapterManifest;
