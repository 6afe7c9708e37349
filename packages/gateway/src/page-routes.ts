import { gatewayErrors } from './gateway-errors.js';
import type { GatewaySettings } from './gateway-settings.js';
import type { Route } from './http/route.js';
import { answerTagged } from './http/tagged-text.js';
import { loadPage, type Page } from './page/load-page.js';

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
        const asset = (await load()).assets.get(req.param('file') ?? '');
        if (asset === undefined) throw gatewayErrors.create('GATEWAY_NOT_FOUND', { path: req.path });
        const headers = { 'content-type': asset.contentType, 'cache-control': 'public, max-age=31536000, immutable' };
        return new Response(asset.bytes, { headers });
      },
    },
  ];
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
