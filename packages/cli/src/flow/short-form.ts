import { nearestNames } from '@helve/core';
import type { ToolEntry } from '@helve/flow';
import { lightTools, loadTools } from '@helve/l10n/run';
import { cliErrors, didYouMean } from '../cli-errors.js';
import { loadConfigIfAny } from '../config/load-config.js';
import type { Io } from '../io.js';
import { lookAtPlugins } from './look-at-plugins.js';

/** The error for a word that is neither a command nor a flow tool, with those that come near. */
export async function unknownWord(word: string, commands: readonly string[]): Promise<Error> {
  const tools = (await loadTools()).filter(({ meta, schema }) => (meta ?? schema.toolMeta)?.internal !== true);
  const near = nearestNames(word, [...commands, ...tools.map(({ name }) => name)]);
  return cliErrors.create('CLI_USAGE', { problem: `there is no command "${word}"` }, { details: didYouMean(near) });
}

/** Whether a word is the name of a flow tool, so that `helve NAME FILES` runs it. */
export async function isFlowTool(word: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): Promise<boolean> {
  const knows = (tool: ToolEntry) => {
    const { internal, aliases } = tool.meta ?? tool.schema.toolMeta ?? {};
    return internal !== true && (tool.name === word || aliases?.includes(word) === true);
  };
  if (lightTools.some(knows) || (await loadTools()).some(knows)) return true;
  // A config that cannot be loaded is told by the command that needs it; here a word is only looked up.
  const loaded = await loadConfigIfAny(cwd, undefined).catch(() => undefined);
  if (loaded === undefined || loaded.config.plugins.length === 0) return false;
  const plugins = await lookAtPlugins(loaded, env);
  return plugins.some(({ tools }) => tools.some(knows));
}
