import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toHostName } from './host-name.js';
import { readHeader, type Inbound } from './inbound.js';

/** Refuses requests that a foreign site could have caused: by a name that leads here (DNS rebinding), or from its own page. */
export function guardRequest(request: Inbound, settings: GatewaySettings): void {
  const { repeatedHeader } = request;
  // A proxy in front may have read the second one.
  if (repeatedHeader !== undefined) throw headerInvalid(repeatedHeader, 'there is more than one');
  const encoding = readHeader(request, 'transfer-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') {
    throw headerInvalid('transfer-encoding', 'only "chunked" is understood');
  }
  // A request line may carry a host of its own, beside the header: both must be ours.
  const target = request.origin.slice(request.origin.indexOf('//') + 2);
  assertOwnHost(target, settings);
  const named = readHeader(request, 'host');
  if (named !== undefined && named !== target) assertOwnHost(named, settings);
  const origin = readHeader(request, 'origin');
  if (origin !== undefined && !isAllowedOrigin(origin, request, settings)) {
    throw gatewayErrors.create('GATEWAY_ORIGIN_REFUSED', { origin });
  }
  if (origin === undefined && !settings.needsScopes && isForeignChange(request)) {
    throw gatewayErrors.create('GATEWAY_ORIGIN_REFUSED', { origin: 'cross-site' });
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True for a change that a browser says a foreign site has caused, even if it does not say which. */
function isForeignChange(request: Inbound): boolean {
  return !readingMethods.has(request.method) && readHeader(request, 'sec-fetch-site') === 'cross-site';
}

function headerInvalid(header: string, problem: string): Error {
  return gatewayErrors.create('GATEWAY_HEADER_INVALID', { header, problem });
}

/** Reads the origin of a foreign page that the host allows; undefined for every other request. */
export function findForeignOrigin(request: Inbound, { foreignOrigins }: GatewaySettings): string | undefined {
  const origin = readHeader(request, 'origin');
  return origin !== undefined && foreignOrigins.has(origin.toLowerCase()) ? origin : undefined;
}

function assertOwnHost(host: string, { hostNames }: GatewaySettings): void {
  if (!hostNames.has(toHostName(host) ?? '')) throw gatewayErrors.create('GATEWAY_HOST_REFUSED', { host });
}

function isAllowedOrigin(origin: string, request: Inbound, settings: GatewaySettings): boolean {
  return origin === new URL(request.origin).origin || findForeignOrigin(request, settings) !== undefined;
}
