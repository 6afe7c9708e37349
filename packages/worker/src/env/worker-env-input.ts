import type { Secret } from '@helve/core';
import type { EnvVarSource } from './env-var-spec.js';
import type { WorkerDirectories } from './worker-directories.js';

type Texts = { readonly [name: string]: string };

/** Everything that decides what the environment of one worker is. */
export interface WorkerEnvInput extends WorkerDirectories {
  readonly capabilityName: string;
  /** What the capability declares in `WORKER_ENV`. */
  readonly specs: readonly EnvVarSource[];
  /** The environment of the host itself, of which a worker sees little. */
  readonly hostEnv: { readonly [name: string]: string | undefined };
  /** Names that a worker may see beyond the allow-list. */
  readonly inheritEnv?: readonly string[];
  /** `install.envVars` of the manifest. */
  readonly installEnv?: Texts;
  /** What an operator has set. */
  readonly overrides?: Texts;
  /** What the secret store holds for this capability. */
  readonly secrets?: ReadonlyMap<string, Secret>;
  readonly sessionId?: string;
  readonly wireFd?: number;
  readonly controlFd?: number;
  readonly logLevel?: string;
  /** On `win32` the case of a name does not count. */
  readonly platform?: string;
}

/** Where a value comes from, the strongest first. */
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

/** One variable of a worker, with its origin. What must not be seen has `masked` instead of `value`. */
export interface ResolvedEnvVar {
  readonly name: string;
  readonly declared: boolean;
  readonly secret: boolean;
  readonly required: boolean;
  /** False if the worker needs a value, or should have one, and gets none. */
  readonly satisfied: boolean;
  readonly value?: string;
  readonly masked?: string;
  /** Null if there is no value. */
  readonly source: EnvSource | null;
  /** What it was stronger than, the strongest first. */
  readonly overridden: readonly { readonly source: EnvSource; readonly value?: string; readonly masked?: string }[];
  readonly label: string;
  readonly description: string;
  readonly options: readonly string[] | null;
  readonly error?: string;
}

/** The environment of one worker before it is revealed: it can be printed, and prints no secret. */
export interface ResolvedWorkerEnv {
  readonly capabilityName: string;
  /** Sorted by name. */
  readonly variables: readonly ResolvedEnvVar[];
  /** Required and without a value. */
  readonly missing: readonly string[];
  /** What no load may go on with, such as an override of a secret. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];
  /** What a spawn sets; hidden values are `Secret`s. */
  readonly env: { readonly [name: string]: string | Secret };
}
