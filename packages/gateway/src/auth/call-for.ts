import { callTool, type CallerOptions, type ToolResponse, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import { toolsFor } from './tools-for.js';

/** A call that came through a door. */
export type DoorCall = CallerOptions & { readonly tool: string; readonly user: ToolUser };

/** Calls a tool for a user. One that they may not see is answered, and recorded, as one that does not exist. */
export function callFor(settings: GatewaySettings, call: DoorCall): Promise<ToolResponse> {
  // The common case: everybody sees everything.
  return settings.seenTools === undefined ? settings.caller.callTool(call) : callIfSeen(settings, call);
}

async function callIfSeen(settings: GatewaySettings, call: DoorCall): Promise<ToolResponse> {
  const { caller, trail } = settings;
  const tools = await toolsFor(settings, call.user);
  if (tools.get(call.tool) !== undefined) return caller.callTool(call);
  const sink = trail?.append === undefined ? {} : { trail: { append: trail.append.bind(trail) } };
  return callTool({ ...call, tools, ...sink });
}
