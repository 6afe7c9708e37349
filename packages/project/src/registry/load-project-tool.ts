import { dirname } from 'node:path';
import type { JsonObject } from '@helve/core';
import { pickTool, type HostedTool } from '@helve/worker/host';
import { projectErrors } from '../project-errors.js';
import type { ConfigOverride } from '../config/config-override.js';
import { loadConfig } from '../config/load-config.js';
import { toProviderRegistry } from '../caller/to-provider-registry.js';
import { loadModules } from '../module/load-modules.js';

/** Where a project has a tool. */
export interface ProjectToolLocation extends JsonObject {
  readonly configFile: string;
  readonly overrides: readonly (JsonObject & ConfigOverride)[];
  /** The module that exports it; without one it stands in the config itself. */
  readonly file: string | null;
  /** True when the config declares dependencies of calls. */
  readonly depends: boolean;
}

/** Loads one tool as the host has loaded it; the config only where the tool or what it depends on is written there. */
export async function loadProjectTool(toolId: string, args: JsonObject): Promise<HostedTool> {
  const { configFile, overrides, file, depends } = args as ProjectToolLocation;
  const config =
    depends || file === null ? (await loadConfig(dirname(configFile), configFile, overrides)).config : undefined;
  const values =
    file === null ? Object.values(config?.tools ?? []) : Object.values((await loadModules([file]))[0] ?? {});
  const tool = pickTool(values, toolId);
  if (tool === undefined) {
    const problem = `it has no tool "${toolId}" any more`;
    throw projectErrors.create('PROJECT_MODULE_FAILED', { what: `"${file ?? configFile}"`, problem });
  }
  return config === undefined ? { tool } : { tool, providers: toProviderRegistry(config.dependencies, complain) };
}

/** Of what fails to close: it goes to the log of the worker. */
function complain(error: unknown): void {
  console.error(error);
}
