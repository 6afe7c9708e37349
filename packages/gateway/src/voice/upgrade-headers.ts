import type { IncomingHttpHeaders } from 'node:http';
import { startTokenHeader } from '../auth/start-token.js';

/** The protocol that a client of conversations by voice names. */
export const voiceProtocol = 'helve.voice';

/** Prefixes of protocols in which a browser shows who it is, since its WebSockets have no headers: a token as Base64url. */
const bearerPrefix = 'helve.bearer.';
const startPrefix = 'helve.start.';

/** Puts what a browser shows as a protocol where every other client shows it; headers go first. */
export function toUpgradeHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const bearer = findToken(offered, bearerPrefix);
  const start = findToken(offered, startPrefix);
  return {
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(start === undefined ? {} : { [startTokenHeader]: start }),
    ...headers,
  };
}

function findToken(offered: readonly string[], prefix: string): string | undefined {
  const found = offered.find((name) => name.startsWith(prefix));
  const token = found === undefined ? '' : Buffer.from(found.slice(prefix.length), 'base64url').toString('latin1');
  // Anything else could not stand in a header.
  return /^[\x21-\x7e]{1,8192}$/.test(token) ? token : undefined;
}
