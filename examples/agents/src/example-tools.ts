import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaCompilers, toProviderNames } from '@helve/agent';
import { updateRegistry } from '@helve/build';
import { loadRegistryFile } from '@helve/build/load';
import type { LoadedRegistry } from '@helve/core';

/** Sources and what is compiled of them lie at the same depth. */
const toolsDir = fileURLToPath(new URL('../tools/', import.meta.url));

/** Where the tool folders lie, and where their registry goes: beside them unless told. */
export interface ToolPlaces {
  readonly dir?: string;
  readonly out?: string;
}

/** Builds the registry if it is missing or out of date, and says what is wrong with the tools if anything is. */
async function updateExampleTools({ dir = toolsDir, out = dir }: ToolPlaces = {}): Promise<void> {
  const result = await updateRegistry({ dir, out, compilers: schemaCompilers, names: toProviderNames });
  if (result.ok) return;
  const problems = result.problems.map(({ file, message }) => `${file}: ${message}`);
  throw new Error(`Cannot build the tools:\n${problems.join('\n')}`);
}

/** The registry that both agents share: built if it is missing or out of date, loaded, and locked. */
export async function loadExampleTools({ dir = toolsDir, out = dir }: ToolPlaces = {}): Promise<LoadedRegistry> {
  const file = join(out, 'tool_registry.json');
  await updateExampleTools({ dir, out });
  const registry = await loadRegistryFile(file);
  await registry.load();
  registry.lock();
  return registry;
}
