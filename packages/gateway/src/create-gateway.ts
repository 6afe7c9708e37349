import { Hono } from 'hono';
import { answerOptions, dressAnswer, openToForeigners } from './http/answer-headers.js';
import { approvalRoutes } from './api/approval-routes.js';
import { gatewayErrors } from './gateway-errors.js';
import { assertGatewayOptions, type GatewayOptions } from './gateway-options.js';
import { toSettings, type GatewaySettings } from './gateway-settings.js';
import { guardRequest } from './http/guard-request.js';
import { pageRoutes } from './page-routes.js';
import { isRefusal, toProblem, unforeseen } from './http/problem.js';
import { requestIdOf } from './http/request-id.js';
import { allowOf, type DoorEnv, type Route } from './http/route.js';
import { RunningCalls } from './http/running-calls.js';
import { toolRoutes } from './api/tool-routes.js';
import { trailRoutes } from './api/trail-routes.js';

/** A door that listens nowhere: give it requests, get answers. */
export interface Gateway {
  fetch(request: Request): Promise<Response>;
}

/** Makes the door for one caller, to embed in another server or to test without a socket. */
export function createGateway(options: GatewayOptions): Gateway {
  assertGatewayOptions(options);
  return createDoor(toSettings(options), new RunningCalls());
}

/** name ▸ guard ▸ route ▸ answer ▸ dress; whatever is thrown on the way becomes a problem. */
export function createDoor(settings: GatewaySettings, calls: RunningCalls): Gateway {
  const door = new Hono<DoorEnv>();
  door.use(async (context, next) => {
    const request = context.req.raw;
    context.set('requestId', requestIdOf(request));
    await next();
    dressAnswer(context.res, context.get('requestId'));
    openToForeigners(context.res, request, settings);
  });
  door.use(async (context, next) => {
    guardRequest(context.req.raw, settings);
    await next();
  });
  const routes = [
    ...pageRoutes(settings),
    ...toolRoutes(settings, calls),
    ...approvalRoutes(settings, calls),
    ...trailRoutes(settings),
  ];
  for (const route of routes) addRoute(door, route, settings);
  door.notFound((context) => toProblem(gatewayErrors.create('GATEWAY_NOT_FOUND', { path: context.req.path })));
  door.onError((error, context) => answerFailure(error, context.req.raw, context.get('requestId'), settings));
  return Object.freeze({ fetch: (request: Request) => answerSurely(door, request, settings) });
}

function addRoute(door: Hono<DoorEnv>, route: Route, settings: GatewaySettings): void {
  const allow = allowOf(route);
  door.on(route.method, route.path, route.answer);
  door.options(route.path, (context) => answerOptions(context.req.raw, allow, settings));
  door.all(route.path, ({ req: { method, path } }) => {
    const facts = { method, path, allowed: allow };
    throw gatewayErrors.create('GATEWAY_METHOD_REFUSED', facts, { details: { allow } });
  });
}

/** The router lets thrown values pass that are no errors; a client still gets its answer. */
async function answerSurely(door: Hono<DoorEnv>, request: Request, settings: GatewaySettings): Promise<Response> {
  try {
    return await door.fetch(request);
  } catch (thrown) {
    const requestId = requestIdOf(request);
    const answer = answerFailure(thrown, request, requestId, settings);
    dressAnswer(answer, requestId);
    return answer;
  }
}

function answerFailure(thrown: unknown, request: Request, requestId: string, settings: GatewaySettings): Response {
  if (isRefusal(thrown)) return toProblem(thrown);
  settings.tell(thrown, { requestId, method: request.method, path: new URL(request.url).pathname });
  return toProblem(unforeseen(thrown, requestId));
}
