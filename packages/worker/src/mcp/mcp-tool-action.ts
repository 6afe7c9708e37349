import type { JsonObject, JsonSchemaObject } from '@helve/core';
import type { Tool } from '@modelcontextprotocol/client';
import type { ManifestAction } from '../manifest/manifest.js';
import type { StructuralSurface } from '../surface/structural-surface.js';

/** A tool of a server as an action. What it says of its effects stays a note: a stranger wrote it. */
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

/** The tools of a server as the surface of the capability that hosts it: by this drift is noticed. */
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
