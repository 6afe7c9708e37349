import { gatewayErrors } from './gateway-errors.js';
import type { GatewaySettings } from './gateway-settings.js';
import { pickEncoding } from './http/pick-encoding.js';
import type { Route } from './http/route.js';
import { answerTagged } from './http/tagged-text.js';
import { loadPage, type Asset, type Page } from './page/load-page.js';

/** Where the studio is built to, beside this package's code. */
const built = new URL('../static/', import.meta.url);

/** The page, and the files it is made of. */
export function pageRoutes(settings: GatewaySettings): readonly Route[] {
  const load = once(() => loadPage(built, offersOf(settings)));
  return [
    { method: 'GET', path: '/', answer: async ({ req }) => answerTagged(req.raw, (await load()).index) },
    {
      method: 'GET',
      path: '/assets/:file',
      answer: async ({ req }) => {
        const name = req.param('file') ?? '';
        const asset = (await load()).assets.get(name);
        if (asset === undefined) throw gatewayErrors.create('GATEWAY_NOT_FOUND', { path: req.path });
        return answerAsset(name, asset, req.raw);
      },
    },
  ];
}

/** The name of a file says what is in it, so that it does for a tag; each form has its own. */
async function answerAsset(name: string, asset: Asset, request: Request): Promise<Response> {
  const encoding = pickEncoding(request.headers.get('accept-encoding'));
  const etag = encoding === undefined ? `"${name}"` : `"${name}.${encoding}"`;
  const kept = { etag, vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: kept });
  const form = encoding === undefined ? {} : { 'content-encoding': encoding };
  return new Response(await asset.bytes(encoding), {
    headers: { ...kept, ...form, 'content-type': asset.contentType },
  });
}

/** What the page may show: a part that is not there is not knocked at. */
function offersOf({ approvals, trail, workers }: GatewaySettings): readonly string[] {
  const parts = { approvals, trail, workers };
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
