import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Asked } from './asked.js';
import { hasSeveralHosts, headerOf, incomingOf } from './header-of.js';
import { hostNameOf } from './host-name.js';

/** Refuses requests that a foreign site could have caused: by a name that leads here (DNS rebinding), or from its own page. */
export function guardRequest(asked: Asked, settings: GatewaySettings): void {
  assertOneHost(asked);
  const named = headerOf(asked, 'host');
  const origin = headerOf(asked, 'origin');
  // The common case: a program that asks by our name, and no page.
  if (origin === null && named !== null && settings.plainHosts.has(named) && isAddressOf(asked.url, named)) return;
  const url = new URL(asked.url);
  // A request line may carry a host of its own, beside the header: both must be ours.
  for (const host of [named ?? url.host, url.host]) {
    if (!settings.hostNames.has(hostNameOf(host) ?? '')) throw gatewayErrors.create('GATEWAY_HOST_REFUSED', { host });
  }
  rememberHost(url.host, named, settings);
  if (origin === null || origin === url.origin || settings.foreignOrigins.has(origin.toLowerCase())) return;
  throw gatewayErrors.create('GATEWAY_ORIGIN_REFUSED', { origin });
}

/** What stands behind a proxy may read the second one. */
function assertOneHost(asked: Asked): void {
  const incoming = incomingOf(asked);
  if (incoming === undefined || !hasSeveralHosts(incoming)) return;
  throw gatewayErrors.create('GATEWAY_HEADER_INVALID', { header: 'host', problem: 'there is more than one' });
}

const maxHosts = 100;

/** So that the next request by the same name need not be looked at so closely. */
function rememberHost(host: string, named: string | null, { plainHosts }: GatewaySettings): void {
  if (named === host && plainHosts.size < maxHosts) plainHosts.add(host);
}

function isAddressOf(address: string, host: string): boolean {
  return address.startsWith('http://') && address.startsWith(host, 7) && address[7 + host.length] === '/';
}

/** The foreign origin that a guarded request comes from, if it does. */
export function foreignOriginOf(asked: Asked, { foreignOrigins }: GatewaySettings): string | undefined {
  const origin = headerOf(asked, 'origin');
  return origin !== null && foreignOrigins.has(origin.toLowerCase()) ? origin : undefined;
}
