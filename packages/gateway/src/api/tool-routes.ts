import { nearestNames } from '@helve/core';
import { toolsFor } from '../auth/tools-for.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import type { RequestContext, Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { perView, toTagged, toTaggedOutbound } from '../http/tagged-text.js';
import { callRoute } from './call-route.js';
import { createToolSearch } from './tool-search.js';

const json = 'application/json';

/** Routes that list, show and call tools, each for those who may see it. */
export function toolRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const renderList = perView((contracts, version) => toTagged(JSON.stringify({ tools: contracts, version }), json));
  const indexById = perView((contracts) => new Map(contracts.map((contract) => [contract.id, contract])));
  const seenBy = ({ user }: RequestContext) => toolsFor(settings, user, 'http');
  const search = createToolSearch();

  return [
    {
      method: 'GET',
      path: '/v1/tools',
      access: 'user',
      answer: async (context) => {
        const question = new URLSearchParams(context.request.query).get('q')?.trim() ?? '';
        const seen = await seenBy(context);
        return question === '' ? toTaggedOutbound(context.request, renderList(seen)) : search(seen, question);
      },
    },
    {
      method: 'GET',
      path: '/v1/tools/:name',
      access: 'user',
      answer: async (context) => {
        const { name = '' } = context.params;
        const byId = indexById(await seenBy(context));
        const contract = byId.get(name);
        if (contract === undefined) throw toolNotFound(name, byId.keys());
        return toTaggedOutbound(context.request, toTagged(JSON.stringify(contract), json));
      },
    },
    callRoute(settings, calls),
  ];
}

function toolNotFound(tool: string, known: Iterable<string>): Error {
  const [nearest] = nearestNames(tool, known);
  const options = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
  return gatewayErrors.create('GATEWAY_TOOL_NOT_FOUND', { tool }, options);
}
