import type { ApiKey } from '@helve/govern';
import { fromColumnText } from './column-text.js';

/** One API key as a row: immutable fields as JSON, the rest in columns. */
export interface ApiKeyRow {
  readonly id: string;
  readonly record: string;
  readonly created_at_ms: number;
  readonly revoked_at_ms: number | null;
  readonly last_used_at_ms: number | null;
}

/** Serializes the immutable fields of a key. */
export function toApiKeyText({ name, hash, roles, scopes, tenant, perMinute, expiresAtMs }: ApiKey): string {
  return JSON.stringify({ name, hash, roles, scopes, tenant, perMinute, expiresAtMs });
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: fromColumnText(row.id),
    ...(JSON.parse(row.record) as Pick<ApiKey, 'name' | 'hash' | 'roles' | 'scopes'>),
    createdAtMs: row.created_at_ms,
    ...(row.revoked_at_ms === null ? {} : { revokedAtMs: row.revoked_at_ms }),
    ...(row.last_used_at_ms === null ? {} : { lastUsedAtMs: row.last_used_at_ms }),
  };
}
