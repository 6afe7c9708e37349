import { frozenCopy } from '@helve/core';
import type { CapabilityManifest } from './manifest.js';

/** A manifest with the operator's overlay applied: what a load goes by. */
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

/** A fresh manifest in place of an old one: what the operator laid over it stays, and so does the day of the install. */
export function refreshedManifest(
  old: CapabilityManifest,
  fresh: CapabilityManifest,
  refreshedAt: string,
): CapabilityManifest {
  return frozenCopy({
    ...fresh,
    install: { ...old.install, ...fresh.install, ...installedAt(old, fresh), refreshedAt },
    ...(old.overrides === undefined ? {} : { overrides: old.overrides }),
  });
}

function installedAt(old: CapabilityManifest, fresh: CapabilityManifest): { readonly installedAt?: string } {
  const at = old.install?.installedAt ?? fresh.install?.installedAt;
  return at === undefined ? {} : { installedAt: at };
}

/** Why a capability cannot run on this platform; undefined if it can. */
export function platformProblem(manifest: CapabilityManifest, platform: string): string | undefined {
  const { platforms = [] } = effectiveManifest(manifest).code.resources ?? {};
  if (platforms.length === 0 || platforms.includes(platform)) return undefined;
  return `"${manifest.code.name}" runs on ${platforms.join(', ')}, and this is ${platform}`;
}
