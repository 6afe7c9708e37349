import { mcpLeftOut, type JsonObject, type JsonSchemaObject } from '@helve/core';
import type { Tool } from '@modelcontextprotocol/client';
import type { ManifestAction } from '../manifest/manifest.js';
import type { StructuralSurface } from '../surface/structural-surface.js';

/** False for a tool that the server has listed, but not so that it can be called. */
export function isUsable({ _meta: meta }: Tool): boolean {
  return meta?.[mcpLeftOut] === undefined;
}

/** Converts a tool of a server to an action. Its claims about effects are only hints, since a stranger wrote them. */
export function toManifestAction({ name, title, description, inputSchema, outputSchema, annotations }: Tool) {
  const about = description ?? title;
  const action: ManifestAction = {
    name,
    ...(about === undefined ? {} : { description: about }),
    input: inputSchema as JsonSchemaObject,
    ...(outputSchema === undefined ? {} : { output: outputSchema }),
    ...(annotations === undefined ? {} : { annotations: annotations as JsonObject }),
  };
  return action;
}

/** Returns the tools of a server as the surface of its capability, for detecting drift. */
export function surfaceOfActions(actions: Iterable<ManifestAction>): StructuralSurface {
  const methods = [...actions].map(({ name, input, output }) => ({
    name,
    signature: `${name}(arg0)`,
    params: ['arg0'],
    named: Object.keys(input?.properties ?? {}),
    ...(input && { input }),
    ...(output && { output }),
  }));
  return { methods: methods.toSorted((a, b) => (a.name < b.name ? -1 : 1)), properties: [], attributes: [] };
}
