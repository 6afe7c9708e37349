import { toolsFor } from '../auth/tools-for.js';
import type { GatewaySettings } from '../gateway-settings.js';
import type { Route } from '../http/route.js';
import { answerTagged, perView, toTagged } from '../http/tagged-text.js';
import { docsStyle, renderDocs } from './open-api/render-docs.js';
import { toOpenApi } from './open-api/to-open-api.js';

/** What the API is, for programs and for people; of the tools, those that the reader may see. */
export function openApiRoutes(settings: GatewaySettings, routes: readonly Route[]): readonly Route[] {
  const all: Pick<Route, 'method' | 'path'>[] = [
    ...routes,
    { method: 'GET', path: '/v1/openapi.json' },
    { method: 'GET', path: '/v1/docs' },
  ];
  const secured = settings.user !== undefined;
  const describe = perView((contracts, version) => toOpenApi(contracts, version, all, secured));
  const json = perView((contracts, version) =>
    toTagged(JSON.stringify(toOpenApi(contracts, version, all, secured)), 'application/json'),
  );
  const style = toTagged(docsStyle, 'text/css; charset=utf-8');
  return [
    {
      method: 'GET',
      path: '/v1/openapi.json',
      access: 'user',
      answer: async (context) =>
        answerTagged(context.req.raw, json(await toolsFor(settings, context.get('user'), 'http'))),
    },
    {
      method: 'GET',
      path: '/v1/docs',
      access: 'user',
      answer: async (context) => {
        const text = renderDocs(describe(await toolsFor(settings, context.get('user'), 'http')));
        return answerTagged(context.req.raw, toTagged(text, 'text/html; charset=utf-8'));
      },
    },
    { method: 'GET', path: '/v1/docs.css', access: 'open', answer: ({ req }) => answerTagged(req.raw, style) },
  ];
}
