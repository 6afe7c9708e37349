import { canonicalJson } from './canonical-json.js';
import { sha256 } from './sha256.js';

/** The SHA-256 of a value's canonical JSON: equal content, equal digest, on any machine. */
export function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}
