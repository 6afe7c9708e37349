import { findBadName, ToolRegistry, type ToolRecord } from '@helve/core';
import { toolsFromMcp, type McpDefinition } from '@helve/gateway';

/** A tool of a foreign server that a project cannot have, and why. */
export interface LeftOut {
  readonly name: string;
  readonly problem: string;
}

export interface FittingTools {
  readonly definitions: readonly McpDefinition[];
  readonly tools: readonly ToolRecord[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Divides what a server offers: a tool that cannot be registered, such as one with a schema that means nothing, would
 * take every other tool of the project with it.
 */
export function fittingTools(
  server: string,
  prefix: string | undefined,
  offered: readonly McpDefinition[],
): FittingTools {
  const registry = new ToolRegistry();
  const definitions: McpDefinition[] = [];
  const tools: ToolRecord[] = [];
  const leftOut: LeftOut[] = [];
  for (const definition of offered) {
    try {
      if (definition.problem !== undefined) throw new Error(definition.problem);
      const [tool] = toolsFromMcp({ server, prefix, pinned: [definition], connect: unconnected, approvals }).tools;
      if (tool === undefined) continue;
      const bad = findBadName([...tools, tool]);
      if (bad !== undefined) throw new Error(bad.problem);
      registry.addValidated(tool);
      definitions.push(definition);
      tools.push(tool);
    } catch (thrown) {
      leftOut.push({ name: definition.name, problem: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }
  return { definitions, tools, leftOut };
}

const approvals = { ask: async () => '' };
const unconnected = () => Promise.reject(new Error('Nothing is called while tools are looked at'));
