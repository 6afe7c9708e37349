import type { Intent, Json } from '@helve/core';

/** What a key gave when it ran. */
export interface KeptAnswer {
  readonly output: Json;
  readonly intents: readonly Intent[];
}

export type KeyState =
  /** The caller runs it now and must complete or free it. */
  | { readonly state: 'started' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly answer: KeptAnswer }
  /** The key was used with other arguments. */
  | { readonly state: 'conflict' }
  /** The one who ran it vanished; nobody knows what came of it. */
  | { readonly state: 'lost' };

/** Remembers which keys have run, and what came of them. */
export interface IdempotencyStore {
  /** Claims a key in one indivisible step. With `takeOver`, a key whose holder vanished is started anew. */
  begin(key: string, argumentsDigest: string, leaseMs: number, nowMs: number, takeOver: boolean): Promise<KeyState>;
  complete(key: string, answer: KeptAnswer, ttlMs: number, nowMs: number): Promise<void>;
  /** After a failure the key may be used again. */
  free(key: string): Promise<void>;
}
