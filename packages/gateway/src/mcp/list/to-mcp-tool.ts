import { ToolEffect, type ToolContract, type ToolPolicy } from '@helve/core';
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { readView, type McpView } from '../../mcp-client/mcp-view.js';
import { TOOL_META_KEY } from '../meta-keys.js';

/** Effects that reach systems which nobody here can list. */
const openWorld: ReadonlySet<ToolEffect> = new Set([
  ToolEffect['api-call'],
  ToolEffect.analytics,
  ToolEffect['remote-source-egress'],
]);

/** A tool as MCP clients see it, by the name that it has there. */
export function toMcpTool(contract: ToolContract, name: string): Tool {
  const { id, title, description, inputSchema, outputSchema, policy } = contract;
  const ui = viewOf(contract);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    // MCP wants an object at the root; a tool without a schema takes any.
    inputSchema: { ...inputSchema, type: 'object' } as Tool['inputSchema'],
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: toAnnotations(policy, title),
    _meta: { [TOOL_META_KEY]: id, ...(ui === undefined ? {} : { ui }) },
  };
}

/** The page that shows what a tool returns. */
export function viewOf({ annotations }: Pick<ToolContract, 'annotations'>): McpView | undefined {
  return readView({ ui: annotations?.['ui'] });
}

function toAnnotations({ sideEffects, idempotent, effects }: ToolPolicy, title: string | undefined): ToolAnnotations {
  const writes = sideEffects === 'writes';
  return {
    ...(title === undefined ? {} : { title }),
    readOnlyHint: !writes,
    destructiveHint: writes,
    idempotentHint: idempotent || !writes,
    openWorldHint: effects.some((effect) => openWorld.has(effect)),
  };
}
