import { FlowToolRegistry, type ToolEntry } from '@helve/flow';
import { registerProven, outlineSteps } from '@helve/flow/engine';
import { loadTools, runsAlone } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import { isPresets, isToolList, type ConfigByName } from '../config/flow-keys.js';
import { findFlow } from './find-flow.js';

/** One run that is about to start: a flow as it was typed, or the tools that are its steps. */
export type NamedRun = { readonly flow: string; readonly cwd: string } | { readonly tools: readonly string[] };

/** Settings of a project that concern its tools. */
interface Project {
  readonly config: ResolvedConfig;
  readonly folder: string;
  readonly presets: ConfigByName;
}

/**
 * The tools that come with Helve: those that the run and its project name, where neither can ask for another,
 * since all of them take longer to load than most runs take.
 */
export async function toolsForRun(run: NamedRun | undefined, project: Project): Promise<readonly ToolEntry[]> {
  if (run === undefined || bringsTools(project.config)) return loadTools();
  const steps = await toolsIn(run, project);
  if (steps === undefined) return loadTools();
  const named = [...steps, ...Object.keys(project.presets)];
  return loadTools(named.every(runsAlone) ? named : undefined);
}

/** True when a project has tools of its own, whose names must be none of ours. */
function bringsTools({ plugins, tools }: ResolvedConfig): boolean {
  return plugins.length > 0 || (isToolList(tools) && tools.some((entry) => !isPresets(entry)));
}

/** Names the tools that a run has as steps; undefined where the flow cannot be read, which the run itself reports. */
async function toolsIn(run: NamedRun, { config, folder }: Project): Promise<readonly string[] | undefined> {
  if ('tools' in run) return run.tools;
  const tools = new FlowToolRegistry();
  registerProven(tools, await loadTools([run.flow]));
  const search = { paths: config.flows, folder, cwd: run.cwd, tools };
  const flow = await findFlow(run.flow, search).catch(() => undefined);
  return flow?.diagnostics.length === 0 ? outlineSteps(flow.outline).map(({ step }) => step.tool) : undefined;
}
