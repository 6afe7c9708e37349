import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { hostNameOf } from './host-name.js';

/** Refuses requests that a foreign site could have caused: by a name that leads here (DNS rebinding), or from its own page. */
export function guardRequest(request: Request, settings: GatewaySettings): void {
  const url = new URL(request.url);
  // A request line may carry a host of its own, beside the header: both must be ours.
  for (const host of [request.headers.get('host') ?? url.host, url.host]) {
    if (!settings.hostNames.has(hostNameOf(host) ?? '')) throw gatewayErrors.create('GATEWAY_HOST_REFUSED', { host });
  }
  const origin = request.headers.get('origin');
  if (origin === null || origin === url.origin || settings.foreignOrigins.has(origin.toLowerCase())) return;
  throw gatewayErrors.create('GATEWAY_ORIGIN_REFUSED', { origin });
}

/** The foreign origin that a guarded request comes from, if it does. */
export function foreignOriginOf(request: Request, { foreignOrigins }: GatewaySettings): string | undefined {
  const origin = request.headers.get('origin');
  return origin !== null && foreignOrigins.has(origin.toLowerCase()) ? origin : undefined;
}
