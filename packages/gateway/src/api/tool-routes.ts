import { nearestNames } from '@helve/core';
import type { Context } from 'hono';
import { toolsFor } from '../auth/tools-for.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { wantsEvents } from '../http/event-stream.js';
import type { DoorEnv, Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { answerTagged, perView, toTagged } from '../http/tagged-text.js';
import { answerCall, answerCallByEvents, callPath } from './answer-call.js';
import { createToolSearch } from './tool-search.js';

const json = 'application/json';

/** Listing, looking at and calling tools: each for those who may see it. */
export function toolRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const listOf = perView((contracts, version) => toTagged(JSON.stringify({ tools: contracts, version }), json));
  const byIdOf = perView((contracts) => new Map(contracts.map((contract) => [contract.id, contract])));
  const seenBy = (context: Context<DoorEnv>) => toolsFor(settings, context.get('user'), 'http');
  const search = createToolSearch();

  return [
    {
      method: 'GET',
      path: '/v1/tools',
      access: 'user',
      answer: async (context) => {
        const question = context.req.query('q')?.trim() ?? '';
        const seen = await seenBy(context);
        return question === '' ? answerTagged(context.req.raw, listOf(seen)) : search(seen, question);
      },
    },
    {
      method: 'GET',
      path: '/v1/tools/:name',
      access: 'user',
      answer: async (context) => {
        const name = context.req.param('name') ?? '';
        const byId = byIdOf(await seenBy(context));
        const contract = byId.get(name);
        if (contract === undefined) throw toolNotFound(name, byId.keys());
        return answerTagged(context.req.raw, toTagged(JSON.stringify(contract), json));
      },
    },
    {
      method: 'POST',
      path: callPath,
      access: 'user',
      answer: (context) => {
        const { raw } = context.req;
        const wish = { tool: context.req.param('name') ?? '', user: context.get('user'), visit: context.env };
        return (wantsEvents(raw) ? answerCallByEvents : answerCall)(raw, wish, settings, calls);
      },
    },
  ];
}

function toolNotFound(tool: string, known: Iterable<string>): Error {
  const [nearest] = nearestNames(tool, known);
  const options = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
  return gatewayErrors.create('GATEWAY_TOOL_NOT_FOUND', { tool }, options);
}
