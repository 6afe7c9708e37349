import { isPlainObject, ToolError, type Json, type ToolUser } from '@helve/core';
import type { ApiKeyStore } from '@helve/govern';

/** Issuer of users who show an API key. */
const keyIssuer = 'helve:keys';

/** Converts the user of a job to data. */
export function toUserData({ id, roles, scopes, tenant, issuer, elicitation }: ToolUser): Json {
  return JSON.parse(JSON.stringify({ id, roles, scopes, tenant, issuer, elicitation })) as Json;
}

/** The user in the data of a job. */
export function fromUserData(data: unknown): ToolUser | undefined {
  return isUser(data) ? data : undefined;
}

/** The user of a job as they are now; throws AUTH when no key of theirs is valid any more, or none has these rights. */
export async function presentUser(user: ToolUser, keys: ApiKeyStore | undefined): Promise<ToolUser> {
  if (user.issuer !== keyIssuer || keys === undefined) return user;
  const now = Date.now();
  const own = (await keys.list()).filter(
    ({ name, tenant, revokedAtMs, expiresAtMs = Infinity }) =>
      name === user.id && (tenant ?? '') === (user.tenant ?? '') && revokedAtMs === undefined && expiresAtMs > now,
  );
  const isKept = own.some(
    ({ scopes, roles }) => includesAll(scopes, user.scopes ?? []) && includesAll(roles, user.roles ?? []),
  );
  if (isKept) return user;
  throw new ToolError('AUTH', 'Cannot make the call: its key was revoked, has expired or has fewer rights than before');
}

function includesAll(has: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => has.includes(one));
}

function isUser(value: unknown): value is ToolUser {
  return isPlainObject(value) && typeof value['id'] === 'string';
}
