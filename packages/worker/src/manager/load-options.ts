import { digest, frozenCopy, nearestNames } from '@helve/core';
import type { Config } from '../capability/tool-capability.js';
import type { SecretDelivery } from '../env/compose-worker-env.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { CallTimeouts } from '../supervisor/call-timeouts.js';
import type { HealthLimits } from '../supervisor/health-watch.js';
import type { RestartPolicy } from '../supervisor/restart-policy.js';
import type { TransportKind } from '../transport/transport.js';
import type { WireLimits } from '../wire/limits.js';
import type { CapabilityFile } from './worker-plan.js';

/** How much of an instance may be used, and for how long one worker serves. */
export interface InstanceLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  /** A worker that is larger and idle makes place for a new one. */
  readonly maxRssBytes?: number;
  /** A worker that has answered so many calls makes place for a new one. */
  readonly maxCalls?: number;
}

export const defaultInstanceLimits: InstanceLimits = Object.freeze({ maxConcurrent: 1, maxQueued: 1000 });

/** What may be said of a load; all of it is kept, so that every new worker starts alike. */
export interface LoadOptions {
  /** The capability's name unless told. */
  readonly id?: string;
  /** An id of its own that nobody keeps a record of. */
  readonly newInstance?: boolean;
  readonly config?: Config;
  /** Unknown keys of the configuration are errors; false drops them. */
  readonly strict?: boolean;
  /** These adapters and no others; without it, every one that fits. */
  readonly adapters?: readonly string[];
  readonly limits?: Partial<InstanceLimits>;
  readonly timeouts?: CallTimeouts;
  readonly transport?: TransportKind;
  /** The machine that runs it, by its name in the options of the manager. */
  readonly remote?: string;
  readonly execArgv?: readonly string[];
  /** Starts a command under a parent that ends it when the host is gone. */
  readonly guard?: boolean;
  readonly wire?: Partial<WireLimits>;
  readonly prefetch?: boolean;
  readonly inheritEnv?: readonly string[];
  readonly missingEnv?: 'fail' | 'report';
  readonly secretDelivery?: SecretDelivery;
  readonly drift?: 'warn' | 'fail' | false;
  /** False keeps no record of the instance. */
  readonly persist?: boolean;
  /** `open` runs jobs without measuring them or counting memory. */
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
};

/** A frozen copy of options that nobody misspelt. */
export function readLoadOptions(options: LoadOptions): LoadOptions {
  for (const key of Object.keys(options)) {
    if (Object.hasOwn(known, key)) continue;
    const [nearest] = nearestNames(key, Object.keys(known));
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    throw new CapabilityInputError(`Cannot load: there is no option "${key}"${hint}`, { fieldsInvalid: [key] });
  }
  return frozenCopy(options);
}

/** Equal for loads that ask for the same. */
export function loadDigest({ manifest, directory }: CapabilityFile, options: LoadOptions): string {
  return digest({ manifest, directory, options });
}
