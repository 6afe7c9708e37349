import type { ToolUser } from '@helve/core';
import { accessRefused, hasAccess } from '../auth/access.js';
import { anonymous, identifyUser } from '../auth/identify-user.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { guardRequest } from './guard-request.js';
import type { Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';
import { isRefusal, toProblem, unforeseen } from './problem.js';
import { readBody } from './read-body.js';
import { toPreflight, withCommonHeaders } from './response-headers.js';
import type { Route } from './route.js';
import { compileRoutes, selectRoute, type RouteMatch } from './route-table.js';
import { endWhenRefused } from './end-when-refused.js';

/** Turns each request into a response, and never rejects. */
export type Pipeline = (request: Inbound) => Promise<Outbound>;

/**
 * The one way of every request. A row of the route table says what its request needs; nothing else decides.
 *
 *     Inbound ─▶ guard ▸ route ▸ user ▸ access ▸ body ▸ answer ─▶ headers ─▶ Outbound
 *                  └───────┴──────┴───────┴───────┴───────┴── thrown ─▶ problem ─┘
 */
export function createPipeline(routes: readonly Route[], settings: GatewaySettings): Pipeline {
  const match = compileRoutes(routes);
  return async (request) => {
    const startedMs = performance.now();
    let found: RouteMatch | undefined;
    let response: Outbound;
    try {
      guardRequest(request, settings);
      found = match(request.path);
      if (found === undefined) throw gatewayErrors.create('GATEWAY_NOT_FOUND', { path: request.path });
      response = await answerRoute(request, found, settings);
    } catch (thrown) {
      response = toFailure(thrown, request, settings);
    }
    const seconds = (performance.now() - startedMs) / 1000;
    settings.metrics.request(found?.entry.path ?? 'none', request.method, response.status, seconds);
    return withCommonHeaders(response, request, settings);
  };
}

/** route ▸ user ▸ access ▸ body ▸ answer. */
async function answerRoute(
  request: Inbound,
  { entry, params }: RouteMatch,
  settings: GatewaySettings,
): Promise<Outbound> {
  if (request.method === 'OPTIONS') return toPreflight(request, entry.allow, settings);
  const route = selectRoute(entry, request);
  const user = await admitUser(request, route, settings);
  const body = await readBody(request, route, settings.maxBodyBytes);
  if ('refusal' in body) return body.refusal;
  const response = await route.answer({ request, params, user, body: body.value });
  if (request.method === 'HEAD') return { ...response, body: null };
  return route.access === 'open' ? response : endWhenRefused(response, request, settings);
}

/** Finds out who sends a request, and throws where they may not open its route. */
async function admitUser(
  request: Inbound,
  { method, path, access }: Route,
  settings: GatewaySettings,
): Promise<ToolUser> {
  if (access === 'open') return anonymous;
  const user = await identifyUser(request, settings);
  if (access === 'user' || hasAccess(user, access, settings, method === 'GET' ? 'look' : 'act')) return user;
  const { requestId } = request;
  throw accessRefused(access, { user, door: 'http', requestId, what: `${method} ${path}` }, settings);
}

/** Words a refusal as a problem; anything else is a failure of the gateway, which is reported and not shown. */
function toFailure(thrown: unknown, { requestId, method, path }: Inbound, settings: GatewaySettings): Outbound {
  if (isRefusal(thrown)) {
    settings.metrics.refusal(thrown.code);
    return toProblem(thrown);
  }
  settings.report(thrown, { requestId, method, path });
  return toProblem(unforeseen(thrown, requestId));
}
