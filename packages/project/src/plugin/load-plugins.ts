import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { ToolError, type JsonObject, type ToolHookSource } from '@helve/core';
import { registerPayload, type ComponentSchema, type ToolEntry, type ToolMeta } from '@helve/flow';
import type { Format } from '@helve/flow/content';
import { callRemote, remoteTool } from '@helve/flow/engine';
import { describeThrown } from '../module/describe-thrown.js';
import { loadModules } from '../module/load-modules.js';
import type { RemoteTools } from './remote-tools.js';

/** Registration functions that a plugin is called with. */
export interface PluginProject {
  flowTool<Config extends object = JsonObject>(entry: ToolEntry<Config>): void;
  /** A flow tool that judges content and never changes it. */
  check<Config extends object = JsonObject>(entry: ToolEntry<Config>): void;
  /** A flow tool of another process; `record` is the tool that takes its batches. */
  remoteTool(meta: ToolMeta, schema: ComponentSchema, record: string): void;
  format(format: Format): void;
  payload(...payload: Parameters<typeof registerPayload>): void;
  hook(hook: ToolHookSource): void;
  /** Says of a provider of models or translations whether text given to it stays on this machine. */
  provider(name: string, local: boolean): void;
}

/** Result of loading a plugin: what it brings, or why it failed. */
export interface LoadedPlugin {
  readonly name: string;
  readonly tools: readonly ToolEntry[];
  /** The names of the tools that were added as checks. */
  readonly checks: readonly string[];
  readonly formats: readonly Format[];
  readonly hooks: readonly ToolHookSource[];
  readonly payloads: readonly string[];
  readonly providers: readonly { readonly name: string; readonly local: boolean }[];
  readonly problem?: string;
}

const capabilityPrefix = 'capability:';

/** True for a plugin that is a capability, which serves its flow tools from a process of its own. */
export function isCapabilityPlugin(name: string): boolean {
  return name.startsWith(capabilityPrefix);
}

/**
 * Loads plugins in order, by path or package name; one that breaks is told and does not keep the others away.
 * Capabilities are left out by those who cannot start them.
 */
export async function loadPlugins(
  names: readonly string[],
  configFile: string,
  remote?: RemoteTools,
): Promise<readonly LoadedPlugin[]> {
  // Workers take their time to start, so all of them start at once.
  const capabilities = remote === undefined ? [] : names.filter(isCapabilityPlugin);
  const starting = new Map(capabilities.map((name) => [name, loadCapability(name, remote)]));
  const plugins: LoadedPlugin[] = [];
  for (const name of names) {
    const plugin = await (isCapabilityPlugin(name) ? starting.get(name) : loadPlugin(name, configFile));
    if (plugin !== undefined) plugins.push(plugin);
  }
  return plugins;
}

async function loadCapability(name: string, remote: RemoteTools | undefined): Promise<LoadedPlugin> {
  const nothing = { name, tools: [], checks: [], formats: [], hooks: [], payloads: [], providers: [] };
  try {
    return { ...nothing, tools: (await remote?.toolsOf(name.slice(capabilityPrefix.length))) ?? [] };
  } catch (thrown) {
    return { ...nothing, problem: describeThrown(thrown) };
  }
}

async function loadPlugin(name: string, configFile: string): Promise<LoadedPlugin> {
  const tools: ToolEntry[] = [];
  const checks: string[] = [];
  const formats: Format[] = [];
  const hooks: ToolHookSource[] = [];
  const payloads: string[] = [];
  const providers: { name: string; local: boolean }[] = [];
  const project: PluginProject = {
    flowTool: (entry) => void tools.push(anyConfig(entry)),
    check: (entry) => {
      tools.push(asCheck(anyConfig(entry)));
      checks.push(entry.name);
    },
    remoteTool: (meta, schema, record) => void tools.push(remoteTool(meta, schema, callRemote(record))),
    format: (format) => void formats.push(format),
    payload: (...payload) => {
      registerPayload(...payload);
      payloads.push(payload[0]);
    },
    hook: (hook) => void hooks.push(hook),
    provider: (provider, local) => void providers.push({ name: provider, local }),
  };
  const brought = { name, tools, checks, formats, hooks, payloads, providers };
  try {
    const [module] = await loadModules([resolvePlugin(name, configFile)]);
    const register: unknown = module?.['register'];
    if (typeof register !== 'function') throw new ToolError('VALIDATION', 'It exports no function `register(helve)`');
    await register(project);
    return brought;
  } catch (thrown) {
    return { ...brought, tools: [], checks: [], formats: [], hooks: [], problem: describeThrown(thrown) };
  }
}

/** A path, or the name of a package that the project has installed. */
export function resolvePlugin(name: string, configFile: string): string {
  if (/^\.{0,2}\//.test(name) || /\.[cm]?[jt]s$/.test(name)) return resolve(dirname(configFile), name);
  return createRequire(configFile).resolve(name);
}

/** A tool gets only configs that its own schema has accepted, so its own type of config is the right one. */
function anyConfig<Config extends object>(entry: ToolEntry<Config>): ToolEntry {
  return entry as unknown as ToolEntry;
}

function asCheck(entry: ToolEntry): ToolEntry {
  const category = entry.schema.toolMeta?.category;
  if (category === 'validate') return entry;
  throw new ToolError(
    'VALIDATION',
    `The check "${entry.name}" has the category "${category ?? 'none'}", not "validate"`,
  );
}
