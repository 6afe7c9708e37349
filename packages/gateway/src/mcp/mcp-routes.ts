import type { GatewaySettings } from '../gateway-settings.js';
import type { Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import type { McpDoor } from './mcp-door.js';

/** MCP at its one address. The SDK is loaded when the first client comes. */
export function mcpRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  let opening: Promise<McpDoor> | undefined;
  const open = () => (opening ??= import('./mcp-door.js').then(({ createMcpDoor }) => createMcpDoor(settings, calls)));
  return (['POST', 'GET', 'DELETE'] as const).map((method) => ({
    method,
    path: '/mcp',
    access: 'user',
    answer: async (context) => {
      const exchange = { user: context.get('user'), requestId: context.get('requestId') };
      return (await open()).answer(context.req.raw, exchange, context.env.connection);
    },
  }));
}
