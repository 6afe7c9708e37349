import type { Intent, Json } from '@helve/core';

/** What a key gave when it ran. */
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
  /** The one who ran it vanished; nobody knows what came of it. */
  | { readonly state: 'lost' };

/** Somebody who wants to run a key. */
export interface KeyClaim {
  readonly key: string;
  /** Whoever starts the key holds it under this name: nobody else can renew, complete or free it. */
  readonly holder: string;
  readonly argumentsDigest: string;
  readonly leaseMs: number;
  readonly nowMs: number;
  /** Whether a key whose holder vanished is started anew. */
  readonly takeOver: boolean;
}

/** Remembers which keys have run, and what came of them. */
export interface IdempotencyStore {
  /** Claims a key in one indivisible step. */
  begin(claim: KeyClaim): Promise<KeyState>;
  /** Lengthens the lease of a key that runs. False if it is no longer this holder's. */
  renew(key: string, holder: string, leaseMs: number, nowMs: number): Promise<boolean>;
  /** False if the key is no longer this holder's; then its answer is not kept. */
  complete(key: string, holder: string, answer: IdempotentResult, ttlMs: number, nowMs: number): Promise<boolean>;
  /** After a failure the key may be used again. */
  free(key: string, holder: string): Promise<void>;
}

/** Where answers of keys can be looked up. */
export interface IdempotentResults {
  /** What a key gave, if it is done. */
  find(key: string, nowMs: number): Promise<IdempotentResult | undefined>;
}
