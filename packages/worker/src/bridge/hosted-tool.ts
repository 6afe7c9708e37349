import { pathToFileURL } from 'node:url';
import {
  getDefinition,
  toolFromClass,
  type JsonObject,
  type ProviderRegistry,
  type ToolClass,
  type ToolRecord,
} from '@helve/core';
import { CapabilityConfigError } from '../error/input-errors.js';
import type { ModuleExport } from '../wire/frame.js';

/** Location of a tool: a built module that exports it or, with `args`, a function that finds it. */
export interface ToolLocation extends ModuleExport {
  readonly args?: JsonObject;
}

/** A tool as a worker runs it, with the dependencies of its body. */
export interface HostedTool {
  readonly tool: ToolRecord;
  readonly providers?: ProviderRegistry;
}

/** Type of the export of a `ToolLocation` with `args`. */
export type FindHostedTool = (toolId: string, args: JsonObject) => Promise<HostedTool>;

/** Imports the tool with this id, which may be a record or a decorated class. */
export async function findHostedTool(toolId: string, location: ToolLocation): Promise<HostedTool> {
  const { module, export: exported, args } = location;
  const exports = await load(module);
  if (args !== undefined) return (exports[exported ?? 'default'] as FindHostedTool)(toolId, args);
  const tool = pickTool(exported === undefined ? Object.values(exports) : [exports[exported]], toolId);
  if (tool !== undefined) return { tool };
  throw new CapabilityConfigError(`Cannot run tool "${toolId}": "${module}" exports no such tool`, {
    fieldsInvalid: ['/tool'],
  });
}

/** Finds the tool with this id among values that may be tools, decorated classes, lists of them, or anything else. */
export function pickTool(values: readonly unknown[], toolId: string): ToolRecord | undefined {
  for (const value of values.flat()) {
    if (isToolClass(value) && getDefinition(value)?.name === toolId) return toolFromClass(value);
    if (isTool(value) && value.id === toolId) return value;
  }
  return undefined;
}

/** Creates the providers of calls in the worker: those of the host cannot cross the process boundary. */
export async function findProviders({ module, export: exported }: Record<string, unknown>): Promise<ProviderRegistry> {
  const found = (await load(String(module)))[String(exported)];
  const registry: unknown = typeof found === 'function' ? await found() : found;
  if (isRegistry(registry)) return registry;
  throw new CapabilityConfigError(`Cannot find providers: "${String(module)}" exports no ProviderRegistry`, {
    fieldsInvalid: ['/providers'],
  });
}

async function load(module: string): Promise<Record<string, unknown>> {
  const url = module.startsWith('file:') ? module : pathToFileURL(module).href;
  return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
}

function isToolClass(value: unknown): value is ToolClass {
  return typeof value === 'function' && getDefinition(value) !== undefined;
}

function isTool(value: unknown): value is ToolRecord {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('execute' in value)) return false;
  return typeof value.id === 'string' && typeof value.execute === 'function';
}

/** Checks by capability, not by class: a project may bring its own copy of the package. */
function isRegistry(value: unknown): value is ProviderRegistry {
  return typeof value === 'object' && value !== null && 'getAllSingletons' in value;
}
