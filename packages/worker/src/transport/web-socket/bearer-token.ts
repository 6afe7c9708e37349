import { createHash, timingSafeEqual } from 'node:crypto';
import { Secret } from '@helve/core';
import { CapabilityInputError } from '../../error/input-errors.js';

const MIN_LENGTH = 16;

/** Throws for a missing or guessable token. */
export function assertToken(token: unknown): asserts token is Secret {
  if (token instanceof Secret && token.reveal().length >= MIN_LENGTH) return;
  throw new CapabilityInputError(
    `Cannot use the token of a connection: it has to be a Secret of at least ${MIN_LENGTH} characters`,
    { fieldsInvalid: ['token'] },
  );
}

/** Returns the authorization header of a token. */
export function toBearer(token: Secret): string {
  return `Bearer ${token.reveal()}`;
}

/** True when a request has the token; compares in constant time. */
export function isBearer(header: string | undefined, token: Secret): boolean {
  return timingSafeEqual(hash(header ?? ''), hash(toBearer(token)));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
