import { gatewayErrors } from './gateway-errors.js';
import type { GatewaySettings } from './gateway-settings.js';
import { pickEncoding } from './http/encoding/pick-encoding.js';
import { readHeader, type Inbound } from './http/inbound.js';
import type { Outbound } from './http/outbound.js';
import type { Route } from './http/route.js';
import { toTaggedOutbound } from './http/tagged-text.js';
import { loadPage, type Asset, type Page } from './page/load-page.js';

/** Folder that the studio is built to, beside this package's code. */
const built = new URL('../static/', import.meta.url);

/** Routes of the page and its files. */
export function pageRoutes(settings: GatewaySettings): readonly Route[] {
  const load = once(() => loadPage(built, listOffers(settings)));
  return [
    {
      method: 'GET',
      path: '/',
      access: 'open',
      answer: async ({ request }) => toTaggedOutbound(request, (await load()).index),
    },
    {
      method: 'GET',
      path: '/assets/:file',
      access: 'open',
      answer: async ({ request, params: { file: name = '' } }) => {
        const asset = (await load()).assets.get(name);
        if (asset === undefined) throw gatewayErrors.create('GATEWAY_NOT_FOUND', { path: request.path });
        return toAssetOutbound(name, asset, request);
      },
    },
  ];
}

/** Answers with a file. Its name changes with its contents, so that it serves as an ETag; each encoding has its own. */
async function toAssetOutbound(name: string, asset: Asset, request: Inbound): Promise<Outbound> {
  const encoding = pickEncoding(readHeader(request, 'accept-encoding'));
  const etag = encoding === undefined ? `"${name}"` : `"${name}.${encoding}"`;
  const headers = { etag, vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' };
  if (readHeader(request, 'if-none-match') === etag) return { status: 304, headers, body: null };
  return {
    status: 200,
    headers: {
      ...headers,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      'content-type': asset.contentType,
    },
    body: await asset.bytes(encoding),
  };
}

/** Lists the parts of the API that the page may use. */
function listOffers({ approvals, trail, workers, voices }: GatewaySettings): readonly string[] {
  const parts = { approvals, trail, workers, voice: voices };
  return Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [] : [name]));
}

/** Loads on first use and keeps it; a load that failed is tried again. */
function once(load: () => Promise<Page>): () => Promise<Page> {
  let loading: Promise<Page> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
