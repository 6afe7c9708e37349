import type { ToolEntry } from '@helve/flow';
import { isToolName, loadTools } from '@helve/l10n/run';
import { loadConfigIfAny } from '../config/load-config.js';
import type { ProjectIo } from '../project-io.js';
import { inspectPlugins } from '../plugin/inspect-plugins.js';

/** The names of the flow tools that come with Helve and that people may name. */
export async function flowToolNames(): Promise<readonly string[]> {
  return (await loadTools()).map(({ name }) => name);
}

/** True when a word is the name of a flow tool, so that `helve NAME FILES` runs it. */
export async function isFlowTool(word: string, { cwd, env }: Pick<ProjectIo, 'cwd' | 'env'>): Promise<boolean> {
  if (isToolName(word)) return true;
  // A config that cannot be loaded is reported by the command that needs it; here a word is only looked up.
  const loaded = await loadConfigIfAny(cwd, undefined).catch(() => undefined);
  if (loaded === undefined || loaded.config.plugins.length === 0) return false;
  const knows = (tool: ToolEntry) => {
    const { internal, aliases } = tool.meta ?? tool.schema.toolMeta ?? {};
    return internal !== true && (tool.name === word || aliases?.includes(word) === true);
  };
  const plugins = await inspectPlugins(loaded, env);
  return plugins.some(({ tools }) => tools.some(knows));
}
