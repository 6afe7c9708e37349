import { callTool, errorTypes, nearestNames, serializeResponse, type ToolResponse } from '@helve/core';
import type { Context } from 'hono';
import { gatewayErrors } from './gateway-errors.js';
import type { GatewaySettings } from './gateway-settings.js';
import { readJsonBody } from './read-json-body.js';
import type { DoorEnv, Route } from './route.js';
import type { RunningCalls } from './running-calls.js';
import { answerTagged, perContents, toTagged } from './tagged-text.js';

const json = 'application/json';

/** Listing, looking at and calling tools. */
export function toolRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { tools } = settings;
  const list = perContents(tools, (contracts, version) =>
    toTagged(JSON.stringify({ tools: contracts, version }), json),
  );
  const byId = perContents(tools, (contracts) => new Map(contracts.map((contract) => [contract.id, contract])));

  return [
    { method: 'GET', path: '/healthz', answer: () => answerJson('{"ok":true}', 200) },
    { method: 'GET', path: '/v1/tools', answer: ({ req }) => answerTagged(req.raw, list()) },
    {
      method: 'GET',
      path: '/v1/tools/:name',
      answer: (context) => {
        const contract = byId().get(nameOf(context));
        if (contract === undefined) throw toolNotFound(nameOf(context), byId().keys());
        return answerTagged(context.req.raw, toTagged(JSON.stringify(contract), json));
      },
    },
    { method: 'POST', path: '/v1/tools/:name/call', answer: (context) => answerCall(context, settings, calls) },
  ];
}

/** read the body ▸ call ▸ answer with the envelope. */
async function answerCall(
  context: Context<DoorEnv>,
  settings: GatewaySettings,
  calls: RunningCalls,
): Promise<Response> {
  const { raw, method, path } = context.req;
  const { tools, tell } = settings;
  const toolId = nameOf(context);
  const requestId = context.get('requestId');
  const report = (thrown: unknown) => tell(thrown, { requestId, method, path, toolId });
  const rawInput = await readJsonBody(raw, settings.maxBodyBytes);
  const response = await calls.run(raw.signal, (signal) =>
    callTool({ tool: toolId, tools, rawInput, requestId, signal, report }),
  );
  return answerEnvelope(response, report);
}

function answerEnvelope(response: ToolResponse, report: (thrown: unknown) => void): Response {
  try {
    return answerJson(JSON.stringify(response), statusOf(response), retryAfterOf(response));
  } catch (thrown) {
    // The envelope holds what JSON cannot: the one that says so takes its place.
    report(thrown);
    return answerJson(serializeResponse(response), errorTypes.INTERNAL.httpStatus);
  }
}

function answerJson(text: string, status: number, headers: { readonly [name: string]: string } = {}): Response {
  return new Response(text, { status, headers: { 'content-type': json, 'cache-control': 'no-store', ...headers } });
}

function statusOf(response: ToolResponse): number {
  return response.ok ? 200 : errorTypes[response.error.type].httpStatus;
}

function retryAfterOf(response: ToolResponse): { readonly [name: string]: string } {
  if (response.ok || response.error.retryAfterMs === undefined) return {};
  return { 'retry-after': String(Math.ceil(response.error.retryAfterMs / 1000)) };
}

function nameOf(context: Context<DoorEnv>): string {
  return context.req.param('name') ?? '';
}

function toolNotFound(tool: string, known: Iterable<string>): Error {
  const [nearest] = nearestNames(tool, known);
  const options = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
  return gatewayErrors.create('GATEWAY_TOOL_NOT_FOUND', { tool }, options);
}
