import { allTools } from '@helve/l10n';
import { loadConfigIfAny } from '../config/load-config.js';
import type { Io } from '../io.js';
import { lookAtPlugins } from './look-at-plugins.js';

/** Whether a word is the name of a flow tool, so that `helve NAME FILES` runs it. */
export async function isFlowTool(word: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): Promise<boolean> {
  const knows = (tool: (typeof allTools)[number]) => {
    const { internal, aliases } = tool.meta ?? tool.schema.toolMeta ?? {};
    return internal !== true && (tool.name === word || aliases?.includes(word) === true);
  };
  if (allTools.some(knows)) return true;
  // A config that cannot be loaded is told by the command that needs it; here a word is only looked up.
  const loaded = await loadConfigIfAny(cwd, undefined).catch(() => undefined);
  if (loaded === undefined || loaded.config.plugins.length === 0) return false;
  const plugins = await lookAtPlugins(loaded, env);
  return plugins.some(({ tools }) => tools.some(knows));
}
