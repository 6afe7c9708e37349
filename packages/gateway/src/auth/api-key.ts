import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKey } from '@helve/govern';

/** Facts that the creator of a key chooses. */
export type ApiKeyFacts = Pick<ApiKey, 'name'> &
  Partial<Pick<ApiKey, 'roles' | 'scopes' | 'tenant' | 'elicitation' | 'perMinute' | 'expiresAtMs'>>;

/** A token: who it is, and what proves it. */
interface ReadToken {
  readonly id: string;
  readonly hash: string;
}

const prefix = 'helve_';
const tokenPattern = /^helve_([a-z0-9]{12})_([\w-]{43})$/;

/** A new key and its token, which is shown once and kept nowhere. 256 random bits need no slow hash. */
export function createApiKey(facts: ApiKeyFacts, nowMs = Date.now()): { readonly key: ApiKey; readonly token: string } {
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const { roles = [], scopes = [], ...rest } = facts;
  const key = { id, hash: hashSecret(secret), roles, scopes, ...rest, createdAtMs: nowMs };
  return { key: Object.freeze(key), token: `${prefix}${id}_${secret}` };
}

/** True for a text that wants to be a token of ours, be it a good one or not. */
export function isApiKeyToken(token: string): boolean {
  return token.startsWith(prefix);
}

export function readApiKeyToken(token: string): ReadToken | undefined {
  const [, id, secret] = tokenPattern.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, hash: hashSecret(secret) };
}

/** The id of a key in a header that shows its token, whether or not the token is good. */
export function keyIdOf(authorization: string): string | undefined {
  return /^bearer +helve_([a-z0-9]{12})_/i.exec(authorization)?.[1];
}

/** Compares in a time that does not depend on where two hashes differ. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
