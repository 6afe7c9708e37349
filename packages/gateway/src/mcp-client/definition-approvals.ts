import type { McpDefinition } from './mcp-definition.js';

/** A tool of a foreign server that is not what somebody once agreed to. */
export interface DefinitionChange {
  readonly server: string;
  readonly before: McpDefinition;
  readonly after: McpDefinition;
  /** The id of the tool here. */
  readonly toolId: string;
}

/** Asks a person about a changed definition, once for each change. */
export interface DefinitionApprovals {
  /** Gives the id of the question; undefined where somebody has agreed to the change in the meantime. */
  ask(change: DefinitionChange): Promise<string | undefined>;
}
