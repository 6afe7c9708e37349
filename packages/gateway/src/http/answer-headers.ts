import type { GatewaySettings } from '../gateway-settings.js';
import type { Asked } from './asked.js';
import { foreignOriginOf } from './guard-request.js';
import { lightPartsOf, type LightParts } from './light-response.js';

/** Nothing but the page's own script and style runs, and nobody frames it. */
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

/** What a foreign page may send. */
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

const everyHeader = Object.freeze({
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
});

const onEveryAnswer = Object.entries(everyHeader);
const flatHeaders = onEveryAnswer.flat();

/** Puts the headers on an answer that every answer has. */
export function dressAnswer(answer: Response, requestId: string): void {
  const light = lightPartsOf(answer);
  if (light !== undefined) return dressParts(light, requestId);
  const { headers } = answer;
  const varies = headers.get('vary');
  for (const [name, value] of onEveryAnswer) headers.set(name, value);
  if (varies !== null) headers.append('vary', varies);
  headers.set('x-request-id', requestId);
}

/** The same for an answer in parts. */
export function dressParts({ headers }: LightParts, requestId: string): void {
  for (const text of flatHeaders) headers.push(text);
  headers.push('x-request-id', requestId);
}

/** Lets a foreign page read the answer, if it is an allowed one. */
export function openToForeigners(answer: Response, asked: Asked, settings: GatewaySettings): void {
  const origin = foreignOriginOf(asked, settings);
  if (origin === undefined) return;
  const { headers } = answer;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', 'etag, mcp-session-id, retry-after, x-request-id');
}

/** The answer to OPTIONS; to a foreign page that may call, also what it may send. */
export function answerOptions(request: Request, allow: string, settings: GatewaySettings): Response {
  const headers = new Headers({ allow });
  if (foreignOriginOf(request, settings) !== undefined) {
    headers.set('access-control-allow-methods', allow);
    headers.set('access-control-allow-headers', acceptedHeaders);
    headers.set('access-control-max-age', '600');
  }
  return new Response(null, { status: 204, headers });
}
