import type { JsonObject, JsonSchemaObject } from '@helve/core';
import type { ActionStreams } from '../action/action-mark.js';
import type { ProtocolMembers } from '../adapter/protocol-members.js';
import type { EnvVarSource } from '../env/env-var-spec.js';
import type { StructuralSurface, SurfaceMethod } from '../surface/structural-surface.js';

export const CAPABILITY_FORMAT = 'helve.capability/1';
export const ADAPTER_FORMAT = 'helve.adapter/1';

/** Kinds of workers. */
export const runtimes = Object.freeze(['node', 'python', 'command', 'mcp-stdio'] as const);

export type Runtime = (typeof runtimes)[number];

/** True for runtimes that import a module; the others start a command. */
export function hasModule(runtime: Runtime): boolean {
  return runtime === 'node' || runtime === 'python';
}

/** Requirements on the machine; memory is measured, never declared. */
export interface ManifestResources {
  readonly requiresGpu?: boolean;
  /** Values of `process.platform`; empty means any. */
  readonly platforms?: readonly string[];
  readonly accelerators?: readonly string[];
}

/** One action as data. */
export interface ManifestAction {
  readonly name: string;
  readonly description?: string;
  readonly input?: JsonSchemaObject;
  readonly output?: JsonSchemaObject;
  readonly policy?: JsonObject;
  /** Hints from a third party; shown, without any effect on policy. */
  readonly annotations?: JsonObject;
  /** Present on generators: what a caller that takes no stream gets. */
  readonly streams?: ActionStreams;
}

/** The part derived from the code alone: the same code produces the same bytes. */
export interface ManifestCode {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly runtime: Runtime;
  /** For `node`: a path relative to the manifest, or a package; for `python`: a path, or the dotted name of a module. */
  readonly module?: string;
  readonly export?: string;
  /** For other runtimes: a list of arguments, never a shell command. */
  readonly command?: readonly string[];
  readonly resources?: ManifestResources;
  readonly configSchema?: JsonSchemaObject;
  readonly workerEnv?: readonly EnvVarSource[];
  readonly structuralSurface?: StructuralSurface;
  /** Type information from a compiler, for reading and matching; never hashed. */
  readonly types?: JsonObject;
  readonly actions?: readonly ManifestAction[];
}

/** Environment of Python: made from a file of requirements or a project of uv, or there already. Paths are relative to the manifest. */
export interface PythonEnvironment {
  /** File of requirements for pip. */
  readonly requirements?: string;
  /** Folder of packages to install from, without any index. */
  readonly wheelhouse?: string;
  /** Folder of a project of uv, with its lock file. */
  readonly uv?: string;
  /** Folder of an environment that is there. */
  readonly venv?: string;
}

/** Environment of the programs of a capability, stated by its author. */
export interface CapabilityEnvironment {
  readonly python?: PythonEnvironment;
}

/** Hashes for detecting drift. */
export interface ManifestWitness {
  readonly configSchemaHash?: string;
  readonly ownSurfaceHash?: string;
  readonly baseSurfaceHash?: string;
}

/** Settings of this machine. */
export interface ManifestInstall {
  readonly execPath?: string;
  readonly cwd?: string;
  readonly envVars?: { readonly [name: string]: string };
  readonly installedAt?: string;
  readonly refreshedAt?: string;
  readonly installerVersion?: string;
  readonly packageSource?: string;
}

/** An operator's overrides, which take precedence and survive a refresh. */
export interface ManifestOverrides {
  readonly install?: Pick<ManifestInstall, 'execPath' | 'cwd' | 'envVars'>;
  readonly resources?: ManifestResources;
}

/** Everything that a host knows of a capability that is not loaded. */
export interface CapabilityManifest {
  readonly format: typeof CAPABILITY_FORMAT;
  readonly code: ManifestCode;
  /** Written by hand; a refresh keeps it. */
  readonly environment?: CapabilityEnvironment;
  readonly witness?: ManifestWitness;
  readonly install?: ManifestInstall;
  readonly overrides?: ManifestOverrides;
}

/** Everything that a host knows of an adapter, which it never imports. */
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
  /** Methods of its task, from which a host creates tools without loading it. */
  readonly methods?: readonly SurfaceMethod[];
  readonly generatedAt?: string;
}

export type Manifest = CapabilityManifest | AdapterManifest;
