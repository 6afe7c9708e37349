import { toolsFor } from '../auth/tools-for.js';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Route } from '../http/route.js';
import { toCompressedOutbound } from '../http/encoding/compressed-text.js';
import { perView, toTagged, toTaggedOutbound } from '../http/tagged-text.js';
import { docsStyle, renderDocs } from './open-api/render-docs.js';
import { toOpenApi } from './open-api/to-open-api.js';

const jsonType = 'application/json';

/** Routes that describe the API, for programs and for people, with the tools that the reader may see. */
export function openApiRoutes(settings: GatewaySettings, routes: readonly Route[]): readonly Route[] {
  const all: Pick<Route, 'method' | 'path'>[] = [
    ...routes,
    { method: 'GET', path: '/v1/openapi.json' },
    { method: 'GET', path: '/v1/docs' },
  ];
  const security = settings.user === undefined ? 'start-token' : 'bearer';
  // Names of tools are made by the same rule as for models; who reads no description needs none.
  const open = once(async () => {
    const { toMcpNames } = await import('@helve/agent');
    const described = { routes: all, security, toNames: toMcpNames } as const;
    const describe = perView((contracts, version) => toOpenApi(contracts, version, described));
    return {
      describe,
      json: perView((contracts, version) =>
        toTagged(JSON.stringify(toOpenApi(contracts, version, described)), jsonType),
      ),
    };
  });
  const style = toTagged(docsStyle, 'text/css; charset=utf-8');
  return [
    {
      method: 'GET',
      path: '/v1/openapi.json',
      access: 'user',
      answer: async ({ request, user }) => {
        const { json } = await open();
        return toCompressedOutbound(request, json(await toolsFor(settings, user, 'http')));
      },
    },
    {
      method: 'GET',
      path: '/v1/docs',
      access: 'user',
      answer: async ({ request, user }) => {
        const { describe } = await open();
        const text = renderDocs(describe(await toolsFor(settings, user, 'http')));
        return toTaggedOutbound(request, toTagged(text, 'text/html; charset=utf-8'));
      },
    },
    { method: 'GET', path: '/v1/docs.css', access: 'open', answer: ({ request }) => toTaggedOutbound(request, style) },
  ];
}

/** Makes something on first use, and keeps it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
