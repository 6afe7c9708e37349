import type { McpDefinition } from './mcp-definition.js';

/** A tool of a foreign server that differs from its approved definition. */
export interface DefinitionChange {
  readonly server: string;
  readonly before: McpDefinition;
  readonly after: McpDefinition;
  /** The id of the tool here. */
  readonly toolId: string;
}

/** Asks a person about a changed definition, once for each change. */
export interface DefinitionApprovals {
  /** Returns the id of the approval; undefined when the change was approved in the meantime. */
  ask(change: DefinitionChange): Promise<string | undefined>;
}
