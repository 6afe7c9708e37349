import { approvalRoutes } from './api/approval-routes.js';
import { flowRoutes } from './api/flow-routes.js';
import { healthRoutes } from './api/health-routes.js';
import { jobRoutes } from './api/job-routes.js';
import { openApiRoutes } from './api/open-api-routes.js';
import { sessionRoutes } from './api/session-routes.js';
import { toolRoutes } from './api/tool-routes.js';
import { trailRoutes } from './api/trail-routes.js';
import { workerRoutes } from './api/worker-routes.js';
import { assertGatewayOptions, gatewayDefaults, type GatewayOptions } from './gateway-options.js';
import { toSettings, type GatewaySettings } from './gateway-settings.js';
import { fromRequest } from './http/inbound.js';
import { toResponse } from './http/outbound.js';
import { createPipeline } from './http/pipeline.js';
import type { Route } from './http/route.js';
import { RunningCalls } from './http/running-calls.js';
import { mcpRoutes } from './mcp/mcp-routes.js';
import { pageRoutes } from './page-routes.js';
import { voiceRoutes } from './voice/voice-routes.js';

/** A gateway without a socket: give it requests, get responses. */
export interface Gateway {
  fetch(request: Request): Promise<Response>;
}

/** Creates a gateway for one caller, to embed in another server or to test without a socket. */
export function createGateway(options: GatewayOptions): Gateway {
  assertGatewayOptions(options);
  const settings = toSettings(options);
  const calls = new RunningCalls(options.maxCalls ?? gatewayDefaults.maxCalls);
  const pipeline = createPipeline(createRoutes(settings, calls), settings);
  return Object.freeze({ fetch: async (request: Request) => toResponse(await pipeline(fromRequest(request))) });
}

/** Creates the route table: every address of the gateway. */
export function createRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const routes = [
    ...healthRoutes(settings, calls),
    ...pageRoutes(settings),
    ...toolRoutes(settings, calls),
    ...approvalRoutes(settings, calls),
    ...trailRoutes(settings, calls),
    ...flowRoutes(settings, calls),
    ...jobRoutes(settings, calls),
    ...workerRoutes(settings),
    ...sessionRoutes(settings, calls),
    ...voiceRoutes(settings, calls),
    ...mcpRoutes(settings, calls),
  ];
  return [...routes, ...openApiRoutes(settings, routes)];
}
