import type { Context, Hono } from 'hono';
import { accessRefused, hasAccess } from '../auth/access.js';
import { userNow, userOf } from '../auth/user-of.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { answerOptions } from './answer-headers.js';
import { endWhenRefused } from './end-when-refused.js';
import { allowOf, type DoorEnv, type Route } from './route.js';

const methods: readonly Route['method'][] = ['GET', 'POST', 'DELETE'];

/** Puts every address on the door, each with one handler: what has none is looked into when nothing else was found. */
export function addRoutes(door: Hono<DoorEnv>, routes: readonly Route[], settings: GatewaySettings): void {
  for (const route of routes) door.on(route.method, route.path, guarded(route, settings));
  for (const path of new Set(routes.map((route) => route.path))) {
    door.options(path, (context) => {
      context.env.route = path;
      return answerOptions(context.req.raw, allowOf(methodsAt(door, context.req.path)), settings);
    });
  }
}

/** Nothing answers this method here: another might. */
export function notFoundOrRefused(door: Hono<DoorEnv>, { req: { method, path } }: Context<DoorEnv>): Error {
  const taken = methodsAt(door, path);
  if (taken.length === 0) return gatewayErrors.create('GATEWAY_NOT_FOUND', { path });
  const allow = allowOf(taken);
  return gatewayErrors.create('GATEWAY_METHOD_REFUSED', { method, path, allowed: allow }, { details: { allow } });
}

function methodsAt(door: Hono<DoorEnv>, path: string): readonly Route['method'][] {
  return methods.filter((method) => door.router.match(method, path)[0].length > 0);
}

/** who is it ▸ may they ▸ answer. */
function guarded({ method, path, access = 'open', answer }: Route, settings: GatewaySettings): Route['answer'] {
  return async (context: Context<DoorEnv>) => {
    const visit = context.env;
    visit.route = path;
    context.set('requestId', visit.requestId);
    if (access === 'open') return answer(context);
    const user = userNow(context.req.raw, settings) ?? (await userOf(context.req.raw, settings));
    if (access !== 'user' && !hasAccess(user, access, settings, method === 'GET' ? 'look' : 'act')) {
      const { requestId } = visit;
      throw accessRefused(access, { user, door: 'http', requestId, what: `${method} ${path}` }, settings);
    }
    context.set('user', user);
    return endWhenRefused(await answer(context), context.req.raw, settings);
  };
}
