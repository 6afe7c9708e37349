import type { ToolUser } from '@helve/core';
import type { errors as joseErrors, JWTPayload } from 'jose';
import { gatewayErrors } from '../gateway-errors.js';
import type { KnownUser } from './key-user.js';
import { refusedUser } from './refused-user.js';

/** Prefix of issuers that is reserved for Helve. */
const ownPrefix = 'helve:';

/** True for an issuer that no user of ours can be mistaken for one of. */
export function isForeignIssuer(issuer: string): boolean {
  return issuer !== '' && !issuer.startsWith(ownPrefix);
}

/** Whose tokens count, and what their claims mean. */
export interface JwtOptions {
  readonly issuer: string;
  readonly audience: string;
  /** URL of the issuer's public keys. */
  readonly jwksUrl: string;
  /** Only these; none that shares a secret is possible. */
  readonly algorithms?: readonly string[] | undefined;
  /** The claim that lists roles. */
  readonly rolesClaim?: string | undefined;
  /** The claim that names the tenant. */
  readonly tenantClaim?: string | undefined;
}

/** Signatures by private keys only: a public key must never pass for a shared secret. */
export const jwtAlgorithms = Object.freeze([
  'EdDSA',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
] as const);

const clockToleranceS = 5;
const fetchMs = 5_000;

/** Finds out who shows a JWT; the keys of the issuer are fetched with the first one, and kept. */
export function createJwtReader(options: JwtOptions): (token: string) => Promise<KnownUser> {
  const { issuer, audience, jwksUrl, algorithms = jwtAlgorithms, rolesClaim = 'roles', tenantClaim } = options;
  const open = async () => {
    const { createRemoteJWKSet, errors, jwtVerify } = await import('jose');
    const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: fetchMs });
    return { keys, errors, jwtVerify };
  };
  let opening: ReturnType<typeof open> | undefined;
  return async (token) => {
    const { keys, errors, jwtVerify } = await (opening ??= open());
    const rules = { issuer, audience, algorithms: [...algorithms], clockTolerance: clockToleranceS };
    try {
      const { payload } = await jwtVerify(token, keys, { ...rules, requiredClaims: ['sub', 'exp'] });
      return toKnown(payload, rolesClaim, tenantClaim);
    } catch (thrown) {
      throw toRefusal(thrown, errors);
    }
  };
}

type JoseErrors = typeof joseErrors;

/** Refuses a bad token to its sender; problems with the issuer are not the sender's fault. */
function toRefusal(thrown: unknown, errors: JoseErrors): Error {
  if (thrown instanceof errors.JWTExpired) return refusedUser('its token has expired', thrown);
  if (thrown instanceof errors.JWKSTimeout || isUnreachable(thrown, errors)) {
    const problem = 'the keys of the issuer cannot be read';
    return gatewayErrors.create('GATEWAY_AUTH_UNAVAILABLE', { problem }, { cause: thrown, retryAfterMs: 1_000 });
  }
  if (thrown instanceof errors.JOSEError) return refusedUser('its token is not valid', thrown);
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** A failed fetch is a plain error, or the general one of the library. */
function isUnreachable(thrown: unknown, errors: JoseErrors): boolean {
  if (!(thrown instanceof errors.JOSEError)) return true;
  return thrown.code === 'ERR_JOSE_GENERIC' || thrown instanceof errors.JWKSInvalid;
}

function toKnown(payload: JWTPayload, rolesClaim: string, tenantClaim: string | undefined): KnownUser {
  const { sub = '', iss = '' } = payload;
  const tenant = tenantClaim === undefined ? undefined : payload[tenantClaim];
  const user: ToolUser = Object.freeze({
    id: sub,
    issuer: iss,
    roles: toTexts(payload[rolesClaim]),
    scopes: toTexts(payload['scope'] ?? payload['scp']),
    ...(typeof tenant === 'string' ? { tenant } : {}),
  });
  return { user, countedAs: `jwt:${iss} ${sub}` };
}

/** A list of texts, or one text with spaces between. */
function toTexts(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((word) => word !== '');
  return Array.isArray(claim) ? claim.filter((word): word is string => typeof word === 'string') : [];
}
