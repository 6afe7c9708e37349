import { frozenCopy } from '@helve/core';
import type { CapabilityManifest } from './manifest.js';

/** Returns a manifest with the operator's overrides applied, as used by a load. */
export function effectiveManifest(manifest: CapabilityManifest): CapabilityManifest {
  const { code, install = {}, overrides = {} } = manifest;
  const envVars = { ...install.envVars, ...overrides.install?.envVars };
  const resources = { ...code.resources, ...overrides.resources };
  return frozenCopy({
    ...manifest,
    code: Object.keys(resources).length === 0 ? code : { ...code, resources },
    install: { ...install, ...overrides.install, ...(Object.keys(envVars).length === 0 ? {} : { envVars }) },
  });
}

/** Replaces a manifest by a fresh one; the operator's overrides and the date of the install stay. */
export function refreshedManifest(
  old: CapabilityManifest,
  fresh: CapabilityManifest,
  refreshedAt: string,
): CapabilityManifest {
  return frozenCopy({
    ...fresh,
    ...(old.environment === undefined ? {} : { environment: old.environment }),
    install: { ...old.install, ...fresh.install, ...installedAt(old, fresh), refreshedAt },
    ...(old.overrides === undefined ? {} : { overrides: old.overrides }),
  });
}

function installedAt(old: CapabilityManifest, fresh: CapabilityManifest): { readonly installedAt?: string } {
  const at = old.install?.installedAt ?? fresh.install?.installedAt;
  return at === undefined ? {} : { installedAt: at };
}

/** Returns the reason why a capability cannot run on this platform; undefined when it can. */
export function platformProblem(manifest: CapabilityManifest, platform: string): string | undefined {
  const { platforms = [] } = effectiveManifest(manifest).code.resources ?? {};
  if (platforms.length === 0 || platforms.includes(platform)) return undefined;
  return `"${manifest.code.name}" runs on ${platforms.join(', ')}, and this is ${platform}`;
}
