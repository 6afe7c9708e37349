import type { ToolUser } from '@helve/core';
import { createMemoryQuotaStore, type ApiKeyStore } from '@helve/govern';
import { gatewayErrors } from '../gateway-errors.js';
import { readHeader, type Inbound } from '../http/inbound.js';
import { isApiKeyToken } from './api-key.js';
import { createJwtReader, type JwtOptions } from './jwt-user.js';
import { userByKey, type KnownUser } from './key-user.js';
import { refusedUser } from './refused-user.js';

/** Ways in which people and programs show who they are. */
export interface AuthOptions {
  readonly keys?: ApiKeyStore | undefined;
  readonly jwt?: JwtOptions | undefined;
  /** Maximum requests per minute of one caller whose key sets none. Default: no limit. */
  readonly perMinute?: number | undefined;
}

const bearerPattern = /^bearer +([\w.~+/=-]{1,8192})$/i;
const windowMs = 60_000;

/** Finds out who sends requests. */
export interface Authentication {
  user(request: Inbound): Promise<ToolUser>;
  /** False once what a request showed is revoked or has expired. */
  isStillKnown(request: Inbound): Promise<boolean>;
}

/** token ▸ key or JWT ▸ quota ▸ user. */
export function createAuthentication({ keys, jwt, perMinute }: AuthOptions): Authentication {
  const byJwt = jwt === undefined ? undefined : createJwtReader(jwt);
  const quota = createMemoryQuotaStore();
  const find = async (token: string): Promise<KnownUser> => {
    if (keys !== undefined && (byJwt === undefined || isApiKeyToken(token))) return userByKey(token, keys);
    if (byJwt !== undefined) return byJwt(token);
    throw refusedUser('its token is of an unknown kind');
  };
  return Object.freeze({
    async user(request: Inbound) {
      const known = await find(readToken(request));
      const limit = known.perMinute ?? perMinute;
      if (limit !== undefined) {
        const charge = { key: known.countedAs, limit, windowMs, algorithm: 'token-bucket', cost: 1 } as const;
        const verdict = await quota.charge([charge], Date.now());
        if (!verdict.ok) throw quotaExceeded(limit, verdict.waitMs);
      }
      return known.user;
    },
    isStillKnown: (request: Inbound) =>
      find(readToken(request)).then(
        () => true,
        () => false,
      ),
  });
}

function readToken(request: Inbound): string {
  const shown = readHeader(request, 'authorization');
  if (shown === undefined) throw refusedUser('it has no bearer token');
  const token = bearerPattern.exec(shown)?.[1];
  if (token === undefined) throw refusedUser('its authorization header is not "Bearer TOKEN"');
  return token;
}

function quotaExceeded(perMinute: number, retryAfterMs: number): Error {
  return gatewayErrors.create('GATEWAY_QUOTA_EXCEEDED', { perMinute }, { retryAfterMs });
}
