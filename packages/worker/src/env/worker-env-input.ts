import type { Secret } from '@helve/core';
import type { EnvVarSource } from './env-var-spec.js';
import type { WorkerDirectories } from './worker-directories.js';

type Texts = { readonly [name: string]: string };

/** Everything that determines the environment of one worker. */
export interface WorkerEnvInput extends WorkerDirectories {
  readonly capabilityName: string;
  /** Variables that the capability declares in `WORKER_ENV`. */
  readonly specs: readonly EnvVarSource[];
  /** The environment of the host, of which a worker sees little. */
  readonly hostEnv: { readonly [name: string]: string | undefined };
  /** Variables of the host that a worker may see beyond the allow-list. */
  readonly inheritEnv?: readonly string[];
  /** `install.envVars` of the manifest. */
  readonly installEnv?: Texts;
  /** Values set by an operator. */
  readonly overrides?: Texts;
  /** Secrets stored for this capability. */
  readonly secrets?: ReadonlyMap<string, Secret>;
  readonly sessionId?: string;
  readonly wireFd?: number;
  readonly controlFd?: number;
  readonly logLevel?: string;
  /** On `win32`, names are case-insensitive. */
  readonly platform?: string;
}

/** Sources of values, the strongest first. */
export const envSources = Object.freeze([
  'host-owned',
  'override',
  'secret',
  'install',
  'default',
  'inherit',
  'host',
] as const);

export type EnvSource = (typeof envSources)[number];

/** One variable of a worker, with its origin. Hidden values have `masked` instead of `value`. */
export interface ResolvedEnvVar {
  readonly name: string;
  readonly declared: boolean;
  readonly secret: boolean;
  readonly required: boolean;
  /** False when a required value is missing or a default cannot be resolved. */
  readonly satisfied: boolean;
  readonly value?: string;
  readonly masked?: string;
  /** Null without a value. */
  readonly source: EnvSource | null;
  /** Weaker sources that it overrides, the strongest first. */
  readonly overridden: readonly { readonly source: EnvSource; readonly value?: string; readonly masked?: string }[];
  readonly label: string;
  readonly description: string;
  readonly options: readonly string[] | null;
  readonly error?: string;
}

/** The environment of one worker before secrets are revealed; safe to print. */
export interface ResolvedWorkerEnv {
  readonly capabilityName: string;
  /** Sorted by name. */
  readonly variables: readonly ResolvedEnvVar[];
  /** Required variables without a value. */
  readonly missing: readonly string[];
  /** Problems that prevent a load, such as an override of a secret. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];
  /** Variables for the spawn; hidden values are `Secret`s. */
  readonly env: { readonly [name: string]: string | Secret };
}
