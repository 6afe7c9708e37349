import type { CancelSource, ToolUser } from '@helve/core';
import { Hono } from 'hono';
import { addRoutes, notFoundOrRefused } from './http/add-routes.js';
import { dressAnswer, dressParts, openToForeigners } from './http/answer-headers.js';
import { callPath, toCallParts } from './api/answer-call.js';
import { approvalRoutes } from './api/approval-routes.js';
import { flowRoutes } from './api/flow-routes.js';
import { healthRoutes } from './api/health-routes.js';
import { openApiRoutes } from './api/open-api-routes.js';
import { userNow, userOf } from './auth/user-of.js';
import { assertGatewayOptions, gatewayDefaults, type GatewayOptions } from './gateway-options.js';
import { toSettings, type GatewaySettings } from './gateway-settings.js';
import { lightResponseOf, type LightParts } from './http/light-response.js';
import type { Asked, IncomingRequest } from './http/asked.js';
import { guardRequest } from './http/guard-request.js';
import { mcpRoutes } from './mcp/mcp-routes.js';
import { pageRoutes } from './page-routes.js';
import { isRefusal, toProblemParts, unforeseen } from './http/problem.js';
import { requestIdOf } from './http/request-id.js';
import type { DoorEnv, Visit } from './http/route.js';
import { RunningCalls } from './http/running-calls.js';
import { sessionRoutes } from './api/session-routes.js';
import { toolRoutes } from './api/tool-routes.js';
import { trailRoutes } from './api/trail-routes.js';
import { workerRoutes } from './api/worker-routes.js';

/** A door that listens nowhere: give it requests, get answers. */
export interface Gateway {
  fetch(request: Request): Promise<Response>;
}

/** The same for a server that has the connection of each request. */
export interface Door {
  fetch(request: Request, connection?: CancelSource): Promise<Response>;
  /** The short way of a request that asks for nothing but a tool to be called. */
  call(request: IncomingRequest, tool: string, connection: CancelSource): Promise<LightParts>;
}

/** Makes the door for one caller, to embed in another server or to test without a socket. */
export function createGateway(options: GatewayOptions): Gateway {
  assertGatewayOptions(options);
  const door = createDoor(toSettings(options), new RunningCalls(options.maxCalls ?? gatewayDefaults.maxCalls));
  return Object.freeze({ fetch: (request: Request) => door.fetch(request) });
}

/** name ▸ guard ▸ route ▸ answer ▸ dress; whatever is thrown on the way becomes a problem. */
export function createDoor(settings: GatewaySettings, calls: RunningCalls): Door {
  calls.closing.addEventListener('abort', () => settings.refusals.flush(), { once: true });
  const router = createRouter(settings, calls);
  const pass = async (asked: Asked, visit: Visit, find: () => Response | Promise<Response>) => {
    const began = performance.now();
    let answer: Response;
    try {
      guardRequest(asked, settings);
      answer = await find();
    } catch (thrown) {
      answer = lightResponseOf(answerThrown(thrown, asked, visit.requestId, settings));
    }
    dressAnswer(answer, visit.requestId);
    openToForeigners(answer, asked, settings);
    settings.metrics.request(visit.route, asked.method, answer.status, (performance.now() - began) / 1000);
    return answer;
  };
  return Object.freeze({
    fetch: (request: Request, connection?: CancelSource) => {
      const visit: Visit = { requestId: requestIdOf(request), connection, route: 'none' };
      return pass(request, visit, () => router.fetch(request, visit));
    },
    call: (request: IncomingRequest, tool: string, connection: CancelSource) => {
      const began = performance.now();
      const visit: Visit = { requestId: requestIdOf(request), connection, route: callPath };
      const callAs = (user: ToolUser) => toCallParts(request, { tool, user, visit }, settings, calls);
      const dressed = (answer: LightParts) => {
        dressParts(answer, visit.requestId);
        settings.metrics.request(callPath, request.method, answer.status, (performance.now() - began) / 1000);
        return answer;
      };
      const user = userNow(request, settings);
      const answering = user === undefined ? userOf(request, settings).then(callAs) : callAs(user);
      return answering.then(dressed, (thrown: unknown) =>
        dressed(answerThrown(thrown, request, visit.requestId, settings)),
      );
    },
  });
}

function createRouter(settings: GatewaySettings, calls: RunningCalls): Hono<DoorEnv> {
  const door = new Hono<DoorEnv>();
  const routes = [
    ...healthRoutes(settings, calls),
    ...pageRoutes(settings),
    ...toolRoutes(settings, calls),
    ...approvalRoutes(settings, calls),
    ...trailRoutes(settings, calls),
    ...flowRoutes(settings, calls),
    ...workerRoutes(settings),
    ...sessionRoutes(settings, calls),
    ...mcpRoutes(settings, calls),
  ];
  addRoutes(door, [...routes, ...openApiRoutes(settings, routes)], settings);
  door.notFound((context) => {
    throw notFoundOrRefused(door, context);
  });
  door.onError((error) => {
    throw error;
  });
  return door;
}

/** The client gets its answer, whatever is thrown. */
function answerThrown(thrown: unknown, asked: Asked, requestId: string, settings: GatewaySettings): LightParts {
  if (isRefusal(thrown)) {
    settings.metrics.refusal(thrown.code);
    return toProblemParts(thrown);
  }
  settings.tell(thrown, { requestId, method: asked.method, path: new URL(asked.url).pathname });
  return toProblemParts(unforeseen(thrown, requestId));
}
