/** Who a program is that shows a key. Of its secret only a hash is kept. */
export interface ApiKey {
  readonly id: string;
  /** Whom calls with this key count as. Keys of one name are one user, so that one can replace the other. */
  readonly name: string;
  /** SHA-256 of the secret, in hex. */
  readonly hash: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly tenant?: string;
  /** Set if people sit at the MCP clients that use it: what these answer counts as a person's word. */
  readonly elicitation?: 'trusted';
  /** How many requests it may make in a minute. */
  readonly perMinute?: number;
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  readonly revokedAtMs?: number;
  /** To the minute. */
  readonly lastUsedAtMs?: number;
}

/** Where the keys of programs are kept. */
export interface ApiKeyStore {
  put(key: ApiKey): Promise<void>;
  get(id: string): Promise<ApiKey | undefined>;
  /** Oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** False if there is no such key, or it was revoked before. */
  revoke(id: string, nowMs: number): Promise<boolean>;
  /** Notes that a key was used. */
  touch(id: string, nowMs: number): Promise<void>;
}
