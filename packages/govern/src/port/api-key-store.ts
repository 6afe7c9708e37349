/** The identity behind an API key. Of its secret only a hash is kept. */
export interface ApiKey {
  readonly id: string;
  /** The user that calls with this key count as. Keys of one name are one user, so that one can replace the other. */
  readonly name: string;
  /** SHA-256 of the secret, in hex. */
  readonly hash: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly tenant?: string;
  /** Set if people sit at the MCP clients that use it: their answers count as a person's word. */
  readonly elicitation?: 'trusted';
  /** Maximum number of requests per minute. */
  readonly perMinute?: number;
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  readonly revokedAtMs?: number;
  /** Time of the last use, to the minute. */
  readonly lastUsedAtMs?: number;
}

/** Store of API keys. */
export interface ApiKeyStore {
  put(key: ApiKey): Promise<void>;
  get(id: string): Promise<ApiKey | undefined>;
  /** Lists the keys, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** Revokes a key; false if there is none, or it was revoked before. */
  revoke(id: string, nowMs: number): Promise<boolean>;
  /** Notes that a key was used. */
  touch(id: string, nowMs: number): Promise<void>;
}
