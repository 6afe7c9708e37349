import { digest, type JsonObject } from '@helve/core';

/**
 * Digests everything besides content that shapes a step's results: its config with defaults and without secrets, and the digests of
 * what else shapes them (a prompt, a glossary, rules).
 */
export function fingerprintOf(config: JsonObject, digests: Readonly<Record<string, string>> = {}): string {
  return Object.keys(digests).length === 0 ? digest(config) : digest({ config, digests });
}
