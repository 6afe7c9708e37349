import { callTool, type CallerOptions, type ToolResponse, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import { accessRefused } from './access.js';
import { toolsFor } from './tools-for.js';

/** A call that came through a door. */
export type DoorCall = CallerOptions & { readonly tool: string; readonly user: ToolUser };

/**
 * Calls a tool for a user. One for which they lack a scope is refused with the name of the scope; any other that they
 * may not reach is answered, and recorded, as one that does not exist.
 */
export function callFor(settings: GatewaySettings, call: DoorCall): Promise<ToolResponse> {
  const { seenTools, grants, caller } = settings;
  // The common case of an application: everybody reaches everything.
  return seenTools === undefined && grants === undefined ? caller.callTool(call) : callIfReached(settings, call);
}

async function callIfReached(settings: GatewaySettings, call: DoorCall): Promise<ToolResponse> {
  const { caller, trail, grants } = settings;
  const door = call.call?.door ?? '';
  const tools = await toolsFor(settings, call.user, door);
  if (tools.get(call.tool) !== undefined) return caller.callTool(call);
  const obstacle = caller.tools.get(call.tool) === undefined ? undefined : grants?.(call.tool, call.user, door);
  if (obstacle !== undefined && obstacle !== 'not-offered') {
    const { user, tool: what, requestId } = call;
    throw accessRefused(obstacle, { user, door, what, requestId: requestId?.toString() }, settings);
  }
  const sink = trail?.append === undefined ? {} : { trail: { append: trail.append.bind(trail) } };
  return callTool({ ...call, tools, ...sink });
}
