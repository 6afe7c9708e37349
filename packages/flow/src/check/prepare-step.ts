import { type JsonObject, pointerTo } from '@helve/core';
import type { LocaleId } from '../contract/block.js';
import type { ResolvedContract } from '../contract/plan.js';
import type { DiagnosticList, Remark } from '../document/diagnostic-list.js';
import type { OutlineNode, OutlineStep } from '../document/outline.js';
import { StepReader } from '../document/read-steps.js';
import { configuredLocales, type ConfiguredLocales } from '../locale/configured-locales.js';
import { applyConfig } from '../tool/apply-config.js';
import type { ResolverFinding, ToolInfo } from '../tool/tool-info.js';
import { configChains } from './config-chains.js';
import { checkConfig } from './check-config.js';
import type { CompileEnv, ToolCatalog } from './compile-env.js';
import type { PlacePaths } from './place-paths.js';
import { configInvalid, unknownTool } from './remarks.js';

/** A step whose tool is known, with its config, contract, locales and inner chains. */
export interface PreparedStep {
  readonly outline: OutlineStep;
  readonly info: ToolInfo;
  /** Absent when the config is refused. */
  readonly config?: JsonObject;
  readonly contract: ResolvedContract;
  readonly configured: ConfiguredLocales;
  readonly chains: readonly (readonly OutlineNode[])[];
}

/** Looks a step's tool up and checks its config; undefined when nobody knows the tool. */
export function prepareStep(
  outline: OutlineStep,
  tools: ToolCatalog,
  { presets = {}, admit }: Pick<CompileEnv, 'presets' | 'admit'>,
  list: DiagnosticList,
  place?: PlacePaths,
): PreparedStep | undefined {
  const { step, pointer, node } = outline;
  const info = tools.get(step.tool);
  if (info === undefined) {
    list.add({ ...unknownTool(step.tool, pointerTo(pointer, 'tool'), tools), node });
    return undefined;
  }
  const preset = presets[info.name] ?? {};
  admit?.(info, preset, 'project');
  const { config: written = {} } = step;
  const own = place?.(info, written) ?? written;
  admit?.(info, own, 'flow');
  const raw = { ...preset, ...own };
  const configured = configuredLocales(step.locales, info.schema, raw);
  for (const issue of checkConfig(info, raw)) {
    list.add({ ...configInvalid(info.name, pointerTo(pointer, 'config'), issue), node });
  }
  const result = applyConfig(info.schema, raw);
  if (!result.ok) return { outline, info, contract: info.meta, configured, chains: [] };
  const { contract, diagnostics } = info.resolve(result.config);
  for (const found of diagnostics) list.add(fromResolver(found, outline, info.name));
  const chains = readChains(info, result.config, outline, list);
  return { outline, info, config: result.config, contract, configured, chains };
}

/** Lets a tool say which locales of the run it cannot work with. */
export function checkStepLocales(
  { outline, info, config }: PreparedStep,
  sets: readonly (readonly LocaleId[])[],
  list: DiagnosticList,
): void {
  const source = sets[0]?.[0];
  if (config === undefined || source === undefined || info.checkLocales === undefined) return;
  const targets = [...new Set(sets.flatMap(([, ...others]) => others))];
  for (const found of info.checkLocales(config, { source, targets })) list.add(fromResolver(found, outline, info.name));
}

function fromResolver(found: ResolverFinding, { node, pointer }: OutlineStep, tool: string): Remark {
  const { pointer: at = '', rule = 'config-invalid', ...rest } = found;
  return { ...rest, rule, node, tool, pointer: at === '' ? pointer : `${pointerTo(pointer, 'config')}${at}` };
}

function readChains(
  info: ToolInfo,
  config: JsonObject,
  { node, pointer }: OutlineStep,
  list: DiagnosticList,
): OutlineNode[][] {
  return configChains(info.schema, config).map((chain, index) =>
    new StepReader(list).readList(
      chain.steps,
      `${pointerTo(pointer, 'config')}${chain.pointer}`,
      `${node}.c${index + 1}`,
    ),
  );
}
