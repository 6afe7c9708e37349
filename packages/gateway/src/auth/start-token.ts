import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readHeader, type Inbound } from '../http/inbound.js';

/** Header in which a request shows the start token. */
export const startTokenHeader = 'x-helve-start';

const tokenBytes = 16;

/** Creates a start token: 128 random bits, known to whoever started the gateway. */
export function createStartToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** True for a request that shows the token. Digests are compared, in a time that does not depend on where they differ. */
export function showsStartToken(request: Inbound, token: string): boolean {
  const shown = readHeader(request, startTokenHeader);
  return shown !== undefined && timingSafeEqual(digest(shown), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
