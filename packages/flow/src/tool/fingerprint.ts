import { digest, type JsonObject } from '@helve/core';

/**
 * What a step's results depend on beside the content: its config with every default and no secret, and the digests of
 * what else shapes them (a prompt, a glossary, rules).
 */
export function fingerprintOf(config: JsonObject, digests: Readonly<Record<string, string>> = {}): string {
  return Object.keys(digests).length === 0 ? digest(config) : digest({ config, digests });
}
