import type { JsonObject } from '@helve/core';
import type { Refinement, ResolveInfo } from './tool-info.js';

const remoteEffects: readonly string[] = ['remote-source-egress', 'api-call'];

/** Removes egress, calls and credentials from the contract when the configured provider is local. */
export function resolveLocality(config: JsonObject, { meta, isLocalProvider }: ResolveInfo): Refinement {
  if (!isLocalProvider(config['provider'], config)) return {};
  return {
    sideEffects: (meta.sideEffects ?? []).filter((effect) => !remoteEffects.includes(effect)),
    requires: (meta.requires ?? []).filter((requirement) => requirement !== 'credentials'),
  };
}

/** True when an address leads back to this machine. */
export function isLoopbackAddress(address: string): boolean {
  let host: string;
  try {
    host = new URL(address).hostname;
  } catch {
    return false;
  }
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
