import type { Intent, Json } from '@helve/core';

/** The result of a call under a key. */
export interface IdempotentResult {
  readonly output: Json;
  readonly intents: readonly Intent[];
}

export type KeyState =
  /** The caller runs it now and must complete or free it. */
  | { readonly state: 'started' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly answer: IdempotentResult }
  /** The key was used with other arguments. */
  | { readonly state: 'conflict' }
  /** The process that ran it vanished; nobody knows the outcome. */
  | { readonly state: 'lost' };

/** A request to run a key. */
export interface KeyClaim {
  readonly key: string;
  /** Name of the caller: nobody else can renew, complete or free the key. */
  readonly holder: string;
  readonly argumentsDigest: string;
  readonly leaseMs: number;
  readonly nowMs: number;
  /** True to restart a key whose holder vanished. */
  readonly takeOver: boolean;
}

/** Store of idempotency keys and their results. */
export interface IdempotencyStore {
  /** Claims a key, atomically. */
  begin(claim: KeyClaim): Promise<KeyState>;
  /** Extends the lease of a running key; false if it no longer belongs to this holder. */
  renew(key: string, holder: string, leaseMs: number, nowMs: number): Promise<boolean>;
  /** Stores the result; false, without storing it, if the key no longer belongs to this holder. */
  complete(key: string, holder: string, answer: IdempotentResult, ttlMs: number, nowMs: number): Promise<boolean>;
  /** Frees the key after a failure. */
  free(key: string, holder: string): Promise<void>;
}

/** Lookup of results by key. */
export interface IdempotentResults {
  /** Returns the result of a key, if it is done. */
  find(key: string, nowMs: number): Promise<IdempotentResult | undefined>;
}
