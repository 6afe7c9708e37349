import { checkAnswer, nearestNames, type ToolRecord, type ToolResponse } from '@helve/core';
import type { Context } from 'hono';
import { answerEnvelope, answerJson } from '../http/answer-envelope.js';
import { readCallHeaders } from '../http/call-headers.js';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { readJsonBody } from '../http/read-json-body.js';
import type { DoorEnv, Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { answerTagged, perContents, toTagged } from '../http/tagged-text.js';
import { userOf } from '../auth/user-of.js';

const json = 'application/json';

/** Listing, looking at and calling tools. */
export function toolRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { tools } = settings.caller;
  const list = perContents(tools, (contracts, version) =>
    toTagged(JSON.stringify({ tools: contracts, version }), json),
  );
  const byId = perContents(tools, (contracts) => new Map(contracts.map((contract) => [contract.id, contract])));

  return [
    { method: 'GET', path: '/healthz', answer: () => answerJson('{"ok":true}') },
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

/** who is it ▸ read the body ▸ call ▸ answer with the envelope. */
async function answerCall(
  context: Context<DoorEnv>,
  settings: GatewaySettings,
  calls: RunningCalls,
): Promise<Response> {
  const { raw, method, path } = context.req;
  const { caller, tell } = settings;
  const tool = nameOf(context);
  const requestId = context.get('requestId');
  const report = (thrown: unknown) => tell(thrown, { requestId, method, path, toolId: tool });
  const headers = readCallHeaders(raw);
  const user = await userOf(raw, settings);
  const rawInput = await readJsonBody(raw, settings.maxBodyBytes);
  const response = await calls.run(raw.signal, (signal) =>
    caller.callTool({ tool, rawInput, ...headers, user, call: { door: 'http' }, requestId, signal, report }),
  );
  return answerEnvelope(await asPromised(caller.tools.get(tool), response), report);
}

/** The list of tools shows output schemas: what comes through here as a result of the tool fits them. */
async function asPromised(tool: ToolRecord | undefined, response: ToolResponse): Promise<ToolResponse> {
  if (tool?.outputSchema === undefined || !response.ok) return response;
  return (await checkAnswer(tool, response)).response;
}

function nameOf(context: Context<DoorEnv>): string {
  return context.req.param('name') ?? '';
}

function toolNotFound(tool: string, known: Iterable<string>): Error {
  const [nearest] = nearestNames(tool, known);
  const options = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
  return gatewayErrors.create('GATEWAY_TOOL_NOT_FOUND', { tool }, options);
}
