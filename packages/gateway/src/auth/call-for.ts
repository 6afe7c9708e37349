import { callTool, type CallerOptions, type RegistrySnapshot, type ToolResponse, type ToolUser } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import { accessRefused } from './access.js';
import { toolsFor } from './tools-for.js';

/** A call that came through a door. */
export type DoorCall = CallerOptions & { readonly tool: string; readonly user: ToolUser };

/**
 * Calls a tool for a user, and measures the call. A tool for which they lack a scope is refused with the name of the
 * scope; any other that they may not reach is answered, and recorded, as one that does not exist.
 */
export async function callFor(settings: GatewaySettings, call: DoorCall): Promise<ToolResponse> {
  const { seenTools, grants, caller, metrics } = settings;
  // The common case of an application: everybody reaches everything.
  if (seenTools !== undefined || grants !== undefined) {
    const tools = await toolsFor(settings, call.user, call.call?.door ?? '');
    if (tools.get(call.tool) === undefined) return refuseCall(settings, call, tools);
  }
  const startedMs = performance.now();
  let response: ToolResponse | undefined;
  metrics.callBegan();
  try {
    return (response = await caller.callTool(call));
  } finally {
    const seconds = (performance.now() - startedMs) / 1000;
    metrics.callEnded(response, caller.tools, call.call?.door ?? 'none', seconds);
  }
}

/** Throws where a scope is missing; else answers as for a tool that does not exist. */
async function refuseCall(settings: GatewaySettings, call: DoorCall, tools: RegistrySnapshot): Promise<ToolResponse> {
  const { caller, trail, grants } = settings;
  const { user, tool: what, requestId } = call;
  const door = call.call?.door ?? '';
  const obstacle = caller.tools.get(what) === undefined ? undefined : grants?.(what, user, door);
  if (obstacle !== undefined && obstacle !== 'not-offered') {
    throw accessRefused(obstacle, { user, door, what, requestId: requestId?.toString() }, settings);
  }
  const sink = trail?.append === undefined ? {} : { trail: { append: trail.append.bind(trail) } };
  return callTool({ ...call, tools, ...sink });
}
