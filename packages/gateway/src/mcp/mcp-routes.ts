import type { ToolError } from '@helve/core';
import { toStatus } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toJsonOutbound, type Outbound } from '../http/outbound.js';
import { defineRoute, type RequestContext, type Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import type { McpDoor } from './mcp-door.js';

const path = '/mcp';
const access = 'user';

/** Routes of MCP, all at one address. The SDK is loaded when the first client comes. */
export function mcpRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  let opening: Promise<McpDoor> | undefined;
  const open = () => (opening ??= import('./mcp-door.js').then(({ createMcpDoor }) => createMcpDoor(settings, calls)));
  const answer = async (context: RequestContext) => (await open()).answer(context);
  return [
    defineRoute({ method: 'POST', path, access, body: 'json', refuseBody: toRpcRefusal, answer }),
    { method: 'GET', path, access, answer },
    { method: 'DELETE', path, access, answer },
  ];
}

/** Words a refused body as an error of JSON-RPC: -32700 for what is not JSON, else -32600. */
function toRpcRefusal(refusal: ToolError): Outbound {
  const code = refusal.code === 'GATEWAY_BODY_NOT_JSON' ? -32_700 : -32_600;
  const error = { code, message: refusal.message };
  return toJsonOutbound(JSON.stringify({ jsonrpc: '2.0', id: null, error }), toStatus(refusal));
}
