import type { RegistrySnapshot, ToolContract, ToolRecord } from '@helve/core';

/** A registry in which only some tools can be seen. */
export function createToolView(tools: RegistrySnapshot, seen: ReadonlySet<string>): RegistrySnapshot {
  const records: readonly ToolRecord[] = Object.freeze(tools.list().filter(({ id }) => seen.has(id)));
  let contracts: readonly ToolContract[] | undefined;
  return Object.freeze({
    version: tools.version,
    size: records.length,
    get: (id: string) => (seen.has(id) ? tools.get(id) : undefined),
    list: () => records,
    contracts: () => (contracts ??= Object.freeze(tools.contracts().filter(({ id }) => seen.has(id)))),
  });
}
