import { digest, frozenCopy } from '@helve/core';
import { checkOptionNames } from '@helve/core/options';
import type { Config } from '../capability/tool-capability.js';
import type { SecretDelivery } from '../env/compose-worker-env.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CallTimeouts } from '../supervisor/call-timeouts.js';
import type { HealthLimits } from '../supervisor/health-watch.js';
import type { RestartPolicy } from '../supervisor/restart-policy.js';
import { assertPool, type PoolOptions } from '../instance-pool/pool-size.js';
import type { TransportKind } from '../transport/transport.js';
import type { WireLimits } from '../wire/limits.js';
import type { CapabilityFile } from './worker-plan.js';

/** Limits of an instance and of the life of its workers. */
export interface InstanceLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  /** Size above which an idle worker is replaced. */
  readonly maxRssBytes?: number;
  /** Number of calls after which a worker is replaced. */
  readonly maxCalls?: number;
}

export const defaultInstanceLimits: InstanceLimits = Object.freeze({ maxConcurrent: 1, maxQueued: 1000 });

/** Options of a load; all are stored, so that every new worker starts alike. */
export interface LoadOptions extends PoolOptions {
  /** Default: the capability's name. */
  readonly id?: string;
  /** Generates an id; the instance is not persisted. */
  readonly newInstance?: boolean;
  readonly config?: Config;
  /** Refuses unknown keys of the configuration; false drops them. */
  readonly strict?: boolean;
  /** The adapters to bind. Default: every adapter that fits. */
  readonly adapters?: readonly string[];
  readonly limits?: Partial<InstanceLimits>;
  readonly timeouts?: CallTimeouts;
  readonly transport?: TransportKind;
  /** Machines that run it, by their names in the options of the manager; workers are spread over several. */
  readonly remote?: string | readonly string[];
  readonly execArgv?: readonly string[];
  /** Starts a command under a parent that kills it when the host is gone. */
  readonly guard?: boolean;
  readonly wire?: Partial<WireLimits>;
  readonly prefetch?: boolean;
  readonly inheritEnv?: readonly string[];
  readonly missingEnv?: 'fail' | 'report';
  readonly secretDelivery?: SecretDelivery;
  readonly drift?: 'warn' | 'fail' | false;
  /** False stores no record of the instance. */
  readonly persist?: boolean;
  /** `open` runs jobs without measuring and memory checks. */
  readonly admission?: 'measured' | 'open';
  readonly graceMs?: number;
  readonly logLevel?: string;
  readonly restart?: Partial<RestartPolicy>;
  readonly health?: Partial<HealthLimits>;
}

const known: { readonly [Key in keyof Required<LoadOptions>]: true } = {
  id: true,
  newInstance: true,
  config: true,
  strict: true,
  adapters: true,
  limits: true,
  timeouts: true,
  transport: true,
  remote: true,
  execArgv: true,
  guard: true,
  wire: true,
  prefetch: true,
  inheritEnv: true,
  missingEnv: true,
  secretDelivery: true,
  drift: true,
  persist: true,
  admission: true,
  graceMs: true,
  logLevel: true,
  restart: true,
  health: true,
  instances: true,
  idleUnloadMs: true,
  resources: true,
};

/** Validates options and returns a frozen copy. */
export function readLoadOptions(options: LoadOptions): LoadOptions {
  checkOptionNames(options, Object.keys(known), (problem, suggestion, option = 'options') => {
    const hint = suggestion === undefined ? '' : `. ${suggestion}`;
    return new CapabilityInputError(`Cannot load: ${problem}${hint}`, { fieldsInvalid: [option] });
  });
  assertPool(options);
  return frozenCopy(options);
}

/** Adds the settings of a capability to a load; the load wins, key by key. */
export function withSettings(settings: LoadOptions | undefined, load: LoadOptions): LoadOptions {
  if (settings === undefined) return load;
  const { limits, timeouts, config } = settings;
  return {
    ...settings,
    ...load,
    ...(limits && { limits: { ...limits, ...load.limits } }),
    ...(timeouts && { timeouts: { ...timeouts, ...load.timeouts } }),
    ...(config && { config: { ...config, ...load.config } }),
  };
}

/** Returns a digest that is equal for equal loads. */
export function loadDigest({ manifest, directory }: CapabilityFile, options: LoadOptions): string {
  return digest({ manifest, directory, options });
}
