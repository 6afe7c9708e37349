import { dirname, relative, resolve } from 'node:path';
import { getDefinition, type ToolLike } from '@helve/core';
import { projectErrors } from '../project-errors.js';
import { isPresets, isToolList } from '../config/flow-keys.js';
import type { ToolsKey } from '../config/tools-key.js';
import type { LaterTool } from './project-tools.js';
import { toRegistrySource } from './registry-source.js';
import { loadModules, type ModuleExports } from '../module/load-modules.js';

/** A tool and the place that brought it. */
export interface CollectedTool {
  readonly tool: ToolLike;
  /** Form in which the tool was written. */
  readonly kind: 'record' | 'class' | 'folder' | 'flow' | 'mcp' | 'openapi' | 'capability' | 'built-in';
  /** Such as `tools[2]` or `tools/slugify.ts (slugify)`. */
  readonly from: string;
  /** The module that exports it, of one that a path brought. */
  readonly file?: string;
  /** Version of the built registry that holds it, of a tool folder. */
  readonly builtVersion?: string;
  /** Callers from afar who may call it, where not everybody may: steps of flows, or users with `helve:flows`. */
  readonly audience?: 'steps' | 'flows';
  /** Makes the tool when it is first read. */
  readonly later?: LaterTool;
}

/**
 * All tools that the config itself and its modules bring, in order; a tool that comes twice by the same object counts
 * once. Those of built registries can change while a project is open, and come from `openRegistries`.
 */
export async function collectTools(tools: ToolsKey, configFile: string): Promise<CollectedTool[]> {
  const folder = dirname(configFile);
  // Config of flow tools stands among them, or alone.
  const entries = isToolList(tools) ? tools : [];
  const isRegistry = (entry: unknown) => typeof entry === 'string' && toRegistrySource(entry, folder) !== undefined;
  const paths = entries.filter((entry) => typeof entry === 'string');
  const files = paths.filter((path) => !isRegistry(path)).map((path) => resolve(folder, path));
  const modules = await loadModules(files);
  const byFile = new Map(files.map((file, index) => [file, modules[index] ?? {}]));
  const collected = new Map<unknown, CollectedTool>();
  for (const [index, entry] of entries.entries()) {
    if (isPresets(entry) || isRegistry(entry)) continue;
    const found =
      typeof entry === 'string'
        ? fromModule(resolve(folder, entry), byFile, folder)
        : [asTool(entry, `tools[${index}]`)];
    for (const item of found) if (!collected.has(item.tool)) collected.set(item.tool, item);
  }
  return [...collected.values()];
}

function fromModule(file: string, byFile: ReadonlyMap<string, ModuleExports>, folder: string): CollectedTool[] {
  const from = relative(folder, file);
  const found = Object.entries(byFile.get(file) ?? {}).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return isTool(value) ? [{ ...asTool(value, `${from} (${name})`), file }] : [];
    return value.filter(isTool).map((tool, index) => ({ ...asTool(tool, `${from} (${name}[${index}])`), file }));
  });
  if (found.length > 0) return found;
  const suggestion = 'Export tools by name, or a list of them';
  throw projectErrors.create(
    'PROJECT_MODULE_FAILED',
    { what: `"${file}"`, problem: 'it exports no tool' },
    { details: { suggestion } },
  );
}

function asTool(tool: ToolLike, from: string): CollectedTool {
  return { tool, kind: typeof tool === 'function' ? 'class' : 'record', from };
}

/** True when an export is meant as a tool; other exports beside tools are ignored. */
function isTool(value: unknown): value is ToolLike {
  if (typeof value === 'function') return getDefinition(value) !== undefined;
  return typeof value === 'object' && value !== null && ('execute' in value || 'inputSchema' in value);
}
