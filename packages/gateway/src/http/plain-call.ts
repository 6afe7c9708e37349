import type { IncomingMessage } from 'node:http';
import type { GatewaySettings } from '../gateway-settings.js';
import { hasSeveralHosts } from './header-of.js';

// No escapes, no query, nothing that an address could be shortened by.
const callPattern = /^\/v1\/tools\/([\w-]+(?:[.:][\w-]+)*)\/call$/;
const eventsPattern = /event-stream/i;

/**
 * The tool that a message asks to call, if it asks as most do: by a name of ours, from no page, for one answer, with a
 * body of a size that is said and allowed. That is all that the guard would ask, too; all others take the way that has
 * an eye for everything.
 */
export function plainCallOf(incoming: IncomingMessage, settings: GatewaySettings): string | undefined {
  const { method, url = '', headers } = incoming;
  if (method !== 'POST' || headers.origin !== undefined || headers['content-length'] === undefined) return undefined;
  if (Number(headers['content-length']) > settings.maxBodyBytes) return undefined;
  if (!settings.plainHosts.has(headers.host ?? '') || hasSeveralHosts(incoming)) return undefined;
  if (headers.accept !== undefined && eventsPattern.test(headers.accept)) return undefined;
  return callPattern.exec(url)?.[1];
}
