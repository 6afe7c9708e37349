import type { ToolUser } from '@helve/core';
import type { ApiKey, ApiKeyStore } from '@helve/govern';
import { isSameHash, readApiKeyToken } from './api-key.js';
import { refusedUser } from './refused-user.js';

/** Somebody who has proved who they are, and how much they may ask. */
export interface KnownUser {
  readonly user: ToolUser;
  /** Key under which requests are counted. */
  readonly countedAs: string;
  readonly perMinute?: number | undefined;
}

const touchEveryMs = 60_000;
/** Compared with where there is no key, so that an unknown id takes as long as a wrong secret. */
const noHash = '00'.repeat(32);

/** Finds the user of an API key. Only senders who know its secret learn why it is refused. */
export async function userByKey(token: string, keys: ApiKeyStore, nowMs = Date.now()): Promise<KnownUser> {
  const shown = readApiKeyToken(token);
  const key = shown === undefined ? undefined : await keys.get(shown.id);
  const matches = isSameHash(shown?.hash ?? noHash, key?.hash ?? noHash);
  if (shown === undefined || key === undefined || !matches) throw refusedUser('its key is unknown');
  if (key.revokedAtMs !== undefined) throw refusedUser('its key was revoked');
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs) throw refusedUser('its key has expired');
  if (nowMs - (key.lastUsedAtMs ?? 0) >= touchEveryMs) await keys.touch(key.id, nowMs);
  return { user: toUser(key), countedAs: `key:${key.id}`, perMinute: key.perMinute };
}

/** Issuer of users with API keys; no issuer of tokens may have such a name. */
const keyIssuer = 'helve:keys';

function toUser({ name, roles, scopes, tenant, elicitation }: ApiKey): ToolUser {
  return Object.freeze({
    id: name,
    roles,
    scopes,
    issuer: keyIssuer,
    ...(tenant === undefined ? {} : { tenant }),
    ...(elicitation === undefined ? {} : { elicitation }),
  });
}
