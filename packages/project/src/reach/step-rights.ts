import type { ToolInvokeContext } from '@helve/core';
import type { Grants } from '@helve/gateway';
import type { CollectedTool } from '../registry/collect-tools.js';

/** Tells whether a step may call a tool. */
export type StepRights = (tool: string) => boolean;

type Kinds = ReadonlyMap<string, Pick<CollectedTool, 'kind'>>;

/** Ways by which the person at this machine calls. */
export const ownDoors: ReadonlySet<string | undefined> = new Set(['cli', 'agent']);

/**
 * True when a tool of the project stands among the calls around a call: its author has granted what it calls. Steps of
 * flows are written by whoever sent the flow, so records of flows grant nothing.
 *
 *     caller ▸ flow.run ▸ tool               as the caller may
 *     caller ▸ flow.preview ▸ flow.run ▸ …   as the caller may
 *     caller ▸ own tool ▸ flow.run ▸ tool    granted by the author
 */
export function isOfAuthor({ parent }: Pick<ToolInvokeContext, 'parent'>, origins: Kinds): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent)
    if (origins.get(outer.toolId)?.kind !== 'flow') return true;
  return false;
}

/** The tools that steps of a flow may call: those that its caller is offered at their door. */
export function stepRights(ctx: ToolInvokeContext, origins: Kinds, grants: Grants): StepRights {
  if (ownDoors.has(ctx.call.door) || isOfAuthor(ctx, origins)) return () => true;
  return (tool) => grants(tool, ctx.user, ctx.call.door ?? '') === undefined;
}
