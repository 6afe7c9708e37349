import { FlowToolRegistry, type ToolEntry } from '@helve/flow';
import { registerProven, outlineSteps } from '@helve/flow/engine';
import { lightTools, loadTools } from '@helve/l10n/run';
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
 * The tools that come with Helve: the light ones alone, where neither the run nor its project can ask for another,
 * since all of them take longer to load than most runs take.
 */
export async function toolsForRun(run: NamedRun | undefined, project: Project): Promise<readonly ToolEntry[]> {
  if (run === undefined || bringsTools(project.config)) return loadTools();
  const light = new FlowToolRegistry();
  registerProven(light, lightTools);
  const named = await toolsIn(run, project, light);
  const areLight = (names: readonly string[]) => names.every((name) => light.get(name) !== undefined);
  return named !== undefined && areLight([...named, ...Object.keys(project.presets)]) ? lightTools : loadTools();
}

/** True when a project has tools of its own, whose names must be none of ours. */
function bringsTools({ plugins, tools }: ResolvedConfig): boolean {
  return plugins.length > 0 || (isToolList(tools) && tools.some((entry) => !isPresets(entry)));
}

/** Names the tools that a run has as steps; undefined where the flow cannot be read, which the run itself reports. */
async function toolsIn(
  run: NamedRun,
  { config, folder }: Project,
  tools: FlowToolRegistry,
): Promise<readonly string[] | undefined> {
  if ('tools' in run) return run.tools;
  const search = { paths: config.flows, folder, cwd: run.cwd, tools };
  const flow = await findFlow(run.flow, search).catch(() => undefined);
  return flow?.diagnostics.length === 0 ? outlineSteps(flow.outline).map(({ step }) => step.tool) : undefined;
}
