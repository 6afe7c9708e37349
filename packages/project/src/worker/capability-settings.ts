import { defaultHealthLimits, defaultInstanceLimits, defaultRestartPolicy, defaultTimeouts } from '@helve/worker/host';
import { isPlainObject } from '@helve/core';
import type { CapabilitySettings, WorkerSettings } from '../config/worker-keys.js';

/** One setting of a capability that holds, and where it comes from. */
export interface CapabilitySetting {
  readonly name: string;
  readonly value: unknown;
  readonly source: 'config' | 'default';
}

const defaults: CapabilitySettings = {
  ...defaultInstanceLimits,
  instances: 1,
  startMs: defaultTimeouts.startMs,
  graceMs: 2000,
  restart: defaultRestartPolicy,
  health: defaultHealthLimits,
  drift: 'warn',
  guard: false,
  missingEnv: 'fail',
  secretDelivery: 'env',
  prefetch: false,
  strict: true,
  admission: 'measured',
  logLevel: 'info',
};

/** Lists every setting of a capability: those of the config, and the defaults of the others. */
export function capabilitySettings({ capabilities = {} }: WorkerSettings, name: string): readonly CapabilitySetting[] {
  const own = flat(capabilities[name] ?? {});
  const usual = flat(defaults).filter(([key]) => !own.some(([named]) => named === key || key.startsWith(`${named}.`)));
  return [
    ...own.map(([key, value]) => ({ name: key, value, source: 'config' as const })),
    ...usual
      // Bounds of a pool that the config gives stand for the number of workers.
      .filter(([key]) => !(key === 'instances' && own.some(([named]) => named.startsWith('instances.'))))
      .map(([key, value]) => ({ name: key, value, source: 'default' as const })),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function flat(value: object, above = ''): (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const path = above === '' ? key : `${above}.${key}`;
    return isPlainObject(member) && path !== 'config' ? flat(member, path) : [[path, member] as const];
  });
}
