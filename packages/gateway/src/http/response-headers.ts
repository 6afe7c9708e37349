import type { GatewaySettings } from '../gateway-settings.js';
import { findForeignOrigin } from './guard-request.js';
import type { Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';

/** Policy by which only the page's own script and style run, and nobody frames it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that a foreign page may send. */
const acceptedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'x-helve-start',
  'x-idempotency-key',
  'x-request-id',
  'x-session-id',
].join(', ');

const commonHeaders = Object.freeze({
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

/** Adds the headers that every response has; an allowed foreign page may read it. */
export function withCommonHeaders(response: Outbound, request: Inbound, settings: GatewaySettings): Outbound {
  const { headers } = response;
  const foreign = findForeignOrigin(request, settings);
  return {
    ...response,
    headers: {
      ...headers,
      ...commonHeaders,
      vary: headers['vary'] === undefined ? 'origin' : `origin, ${headers['vary']}`,
      'x-request-id': request.requestId,
      ...(foreign === undefined ? undefined : toCorsHeaders(foreign)),
    },
  };
}

function toCorsHeaders(origin: string): Outbound['headers'] {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'etag, mcp-session-id, retry-after, x-request-id',
  };
}

/** Answers OPTIONS; to a foreign page that may call, also with what it may send. */
export function toPreflight(request: Inbound, allow: string, settings: GatewaySettings): Outbound {
  if (findForeignOrigin(request, settings) === undefined) return { status: 204, headers: { allow }, body: null };
  const headers = {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': acceptedHeaders,
    'access-control-max-age': '600',
  };
  return { status: 204, headers, body: null };
}
