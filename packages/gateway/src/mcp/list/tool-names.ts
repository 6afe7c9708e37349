import { toMcpNames } from '@helve/agent';
import type { RegistrySnapshot } from '@helve/core';

/** Names of the tools of a registry for MCP clients, and back; equal for all callers, whatever they may see. */
export interface ToolNames {
  nameOf(id: string): string;
  /** Undefined for a name that is none. */
  idOf(name: string): string | undefined;
}

/** Makes the names of a registry, and again when it has changed. */
export function createToolNames(tools: RegistrySnapshot): () => ToolNames {
  let cached: { readonly version: string; readonly names: ToolNames } | undefined;
  return () => {
    if (cached?.version !== tools.version) cached = { version: tools.version, names: toNames(tools) };
    return cached.names;
  };
}

function toNames(tools: RegistrySnapshot): ToolNames {
  const names = new Map(Object.entries(toMcpNames(tools.list().map(({ id }) => id))));
  const ids = new Map([...names].map(([id, name]) => [name, id]));
  return Object.freeze({
    nameOf: (id: string) => names.get(id) ?? id,
    idOf: (name: string) => ids.get(name),
  });
}
