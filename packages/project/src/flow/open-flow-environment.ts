import { dirname } from 'node:path';
import type { ToolContract } from '@helve/core';
import { canonicalLocale, FlowToolRegistry, registerAll } from '@helve/flow';
import type { FormatResolver } from '@helve/flow/content';
import { callStep, checkPresets, registerProven, type FlowDefaults } from '@helve/flow/engine';
import { allFormats } from '@helve/l10n/run';
import { projectErrors, countProblems, type ProblemDetail } from '../project-errors.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ToolsKey } from '../config/tools-key.js';
import { isPresets, isToolList, type ConfigByName } from '../config/flow-keys.js';
import { describeThrown } from '../module/describe-thrown.js';
import { registerModels } from '../model/register-models.js';
import { fixStep } from '../run/step/fix-step.js';
import { reportStep } from '../run/step/report-step.js';
import { statusStep } from '../run/step/status-step.js';
import { isCapabilityPlugin, loadPlugins, type LoadedPlugin } from '../plugin/load-plugins.js';
import type { RemoteTools } from '../plugin/remote-tools.js';
import { checkFormatKeys, createResolver } from './project-formats.js';
import { toolsForRun, type NamedRun } from './tools-for-run.js';

/** Everything that flows of a project are made of. */
export interface FlowEnvironment {
  readonly tools: FlowToolRegistry;
  readonly formats: FormatResolver;
  readonly plugins: readonly LoadedPlugin[];
  /** The names of the tools that capabilities serve: only the thread that started those can use them. */
  readonly remote: ReadonlySet<string>;
  readonly defaults: FlowDefaults;
  /** The folder of the config, where its paths begin. */
  readonly folder: string;
}

/** Options of opening a flow environment. */
export interface FlowEnvironmentOptions {
  /** The tools of capabilities, where those are started. */
  readonly remote?: RemoteTools | undefined;
  /** The one run that it is for; without one it has every tool. */
  readonly run?: NamedRun | undefined;
}

/** plugins ▸ tools ▸ formats with their options ▸ presets, checked. Throws with every problem at once. */
export async function openFlowEnvironment(
  config: ResolvedConfig,
  configFile: string,
  contractOf: (id: string) => ToolContract | undefined,
  { remote, run }: FlowEnvironmentOptions = {},
): Promise<FlowEnvironment> {
  const plugins = await loadPlugins(config.plugins, configFile, remote);
  const folder = dirname(configFile);
  const presets = collectPresets(config);
  const tools = new FlowToolRegistry({ folder });
  registerProven(registerModels(tools, config.models), await toolsForRun(run, { config, folder, presets }));
  if (tools.get('call') === undefined) registerAll(tools, [callStep(contractOf)]);
  registerAll(tools, [reportStep, fixStep, statusStep]);
  const findings = [
    ...plugins.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ where: name, message: problem }])),
    ...plugins.flatMap((plugin) => registerPlugin(plugin, tools)),
  ];
  const formats = [...allFormats, ...plugins.flatMap((plugin) => plugin.formats)];
  // Where capabilities are left out, nobody can say whether a preset is for a tool of theirs.
  const complete = remote !== undefined || !config.plugins.some(isCapabilityPlugin);
  const checked = complete ? presets : presetsFor(tools, presets);
  findings.push(...checkPresetKeys(checked, tools), ...checkFormatKeys(config.formats, formats));
  if (findings.length > 0) throw invalid(configFile, findings);
  const { source = 'en', targets = [] } = config.locales;
  return Object.freeze({
    tools: tools.seal(),
    formats: createResolver(formats, config, folder),
    plugins,
    remote: new Set(plugins.filter(({ name }) => isCapabilityPlugin(name)).flatMap(toolNames)),
    defaults: { sourceLocale: canonicalLocale(source), targetLocales: targets.map(canonicalLocale), presets },
    folder,
  });
}

function toolNames({ tools }: LoadedPlugin): string[] {
  return tools.flatMap(({ name, schema }) => [name, ...(schema.toolMeta?.aliases ?? [])]);
}

/** Config of flow tools by tool, from wherever the config has it. */
function collectPresets({ tools, segmentation, redaction, tm }: ResolvedConfig): ConfigByName {
  const configured = presetsIn(tools);
  const { rules, presets } = redaction;
  const ofKeys: ConfigByName = {
    segmentation,
    redact: { ...(rules === undefined ? {} : { rules }), ...(presets === undefined ? {} : { presets }) },
    'tm-leverage': tm.threshold === undefined ? {} : { fuzzyThreshold: tm.threshold },
  };
  const nonEmpty = Object.entries(ofKeys).filter(([, config]) => Object.keys(config).length > 0);
  // A preset under `tools` is the most specific and wins.
  return {
    ...configured,
    ...Object.fromEntries(nonEmpty.map(([tool, config]) => [tool, { ...config, ...configured[tool] }])),
  };
}

function presetsIn(tools: ToolsKey): ConfigByName {
  if (!isToolList(tools)) return tools;
  return Object.assign({}, ...tools.map((entry) => (isPresets(entry) ? entry.presets : {}))) as ConfigByName;
}

function registerPlugin(plugin: LoadedPlugin, tools: FlowToolRegistry): ProblemDetail[] {
  for (const { name, local } of plugin.providers) tools.registerProvider(name, local);
  return plugin.tools.flatMap((entry) => {
    try {
      registerAll(tools, [entry]);
      return [];
    } catch (thrown) {
      return [{ where: plugin.name, message: describeThrown(thrown) }];
    }
  });
}

function presetsFor(tools: FlowToolRegistry, presets: ConfigByName): ConfigByName {
  return Object.fromEntries(Object.entries(presets).filter(([name]) => tools.get(name) !== undefined));
}

function checkPresetKeys(presets: ConfigByName, tools: FlowToolRegistry): ProblemDetail[] {
  return checkPresets(presets, tools).map(({ pointer, message, hint }) => ({
    where: pointer.slice(1).replaceAll('/', '.'),
    message,
    ...(hint === undefined ? {} : { suggestion: hint }),
  }));
}

function invalid(file: string, findings: readonly ProblemDetail[]): Error {
  const problem = `it has ${countProblems(findings)}`;
  return projectErrors.create('PROJECT_CONFIG_INVALID', { file, problem }, { details: { findings } });
}
