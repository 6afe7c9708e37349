import { readFile } from 'node:fs/promises';
import type { GatewaySettings } from './gateway-settings.js';
import { renderPage } from './page/render-page.js';
import type { Route } from './http/route.js';
import { answerTagged, perContents, toTagged, type TaggedText } from './http/tagged-text.js';

const script = 'text/javascript; charset=utf-8';

/** Every file the page is made of: what is not listed here is not served. */
const assets: { readonly [path: string]: { readonly file: URL; readonly contentType: string } } = {
  '/assets/page.js': { file: new URL('../static/page.js', import.meta.url), contentType: script },
  '/assets/build-input.js': { file: new URL('../static/build-input.js', import.meta.url), contentType: script },
  '/assets/command-lines.js': { file: new URL('../static/command-lines.js', import.meta.url), contentType: script },
  '/assets/page.css': {
    file: new URL('../static/page.css', import.meta.url),
    contentType: 'text/css; charset=utf-8',
  },
  '/assets/icon.svg': { file: new URL('../static/icon.svg', import.meta.url), contentType: 'image/svg+xml' },
};

/** The welcome page, and the files it is made of. */
export function pageRoutes({ caller }: GatewaySettings): readonly Route[] {
  const page = perContents(caller.tools, (contracts, version) =>
    toTagged(renderPage(contracts, version), 'text/html; charset=utf-8'),
  );
  return [
    { method: 'GET', path: '/', answer: ({ req }) => answerTagged(req.raw, page()) },
    ...Object.entries(assets).map(([path, { file, contentType }]): Route => {
      const load = once(async () => toTagged(await readFile(file, 'utf8'), contentType));
      return { method: 'GET', path, answer: async ({ req }) => answerTagged(req.raw, await load()) };
    }),
  ];
}

/** Loads on first use and keeps it; a load that failed is tried again. */
function once(load: () => Promise<TaggedText>): () => Promise<TaggedText> {
  let loading: Promise<TaggedText> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
