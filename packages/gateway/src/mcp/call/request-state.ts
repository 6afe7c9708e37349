import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isPlainObject } from '@helve/core';

/** State that a call keeps for its retry: it goes out to the client and comes back. */
export interface RequestState {
  /** The method and name it was made for. */
  readonly for: string;
  readonly owner: string;
  /** State of the tool itself. */
  readonly state?: string;
  /** The approval that was asked for. */
  readonly approval?: string;
  /** The call that waits for the answer. */
  readonly asked?: string;
}

/** Makes states that only this process can read, and that nobody can change. */
export interface StateSeal {
  seal(state: RequestState): string;
  /** Throws for what is not ours, was changed, or is too old. */
  open(text: string): RequestState;
}

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];
/** As long as a person may take to answer. */
const ttlMs = 3_600_000;

export function createStateSeal(now: () => number = Date.now): StateSeal {
  const key = randomBytes(32);
  return Object.freeze({
    seal(state: RequestState) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv);
      const text = JSON.stringify({ ...state, until: now() + ttlMs });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(text: string) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.toString('base64url') !== text) throw new Error('The state was changed');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const body = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      const { until, ...state } = readState(JSON.parse(body.toString('utf8')));
      if (until < now()) throw new Error('The state is too old');
      return state;
    },
  });
}

function readState(value: unknown): RequestState & { readonly until: number } {
  // Only this process can have written it.
  if (isPlainObject(value) && typeof value['until'] === 'number')
    return value as unknown as RequestState & { until: number };
  throw new Error('The state is of another kind');
}
