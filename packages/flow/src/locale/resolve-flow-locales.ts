import type { LocaleId } from '../contract/block.js';
import type { Branch, Step, StepsSpec, ToolStep } from '../contract/flow-document.js';
import { applyConfig } from '../tool/apply-config.js';
import type { ToolLookup } from '../tool/tool-info.js';
import { configuredLocales } from './configured-locales.js';
import { planPasses, type LocaleNode, type LocaleStep, type RunLocales } from './plan-passes.js';

/** The locale sets a flow goes through: a union of what its steps need, each once. */
export function resolveFlowLocales(
  spec: StepsSpec,
  toolInfos: ToolLookup,
  sourceLocale: LocaleId,
  projectTargets: readonly LocaleId[],
  { targetsFromRun = false }: Pick<RunLocales, 'targetsFromRun'> = {},
): string[][] {
  const nodes = localeNodes(spec.steps, toolInfos, '');
  const { passes } = planPasses(nodes, { source: sourceLocale, targets: projectTargets, targetsFromRun });
  return passes.map((pass) => [...pass]);
}

function localeNodes(steps: readonly Step[], tools: ToolLookup, path: string): LocaleNode[] {
  return steps.map((step, index) => {
    const node = `${path}${index + 1}`;
    if ('tool' in step) return localeStep(step, node, tools);
    const branches = step.parallel.map((branch, at) => localeNodes(stepsIn(branch), tools, `${node}.b${at + 1}.`));
    return { kind: 'fork', branches };
  });
}

function stepsIn(branch: Branch): readonly Step[] {
  return 'steps' in branch ? branch.steps : [branch];
}

function localeStep({ tool, config = {}, locales }: ToolStep, node: string, tools: ToolLookup): LocaleStep {
  const info = tools.get(tool);
  const configured = configuredLocales(locales, info?.schema, config);
  if (info === undefined) return { kind: 'step', node, configured };
  const result = applyConfig(info.schema, config);
  return { kind: 'step', node, contract: result.ok ? info.resolve(result.config).contract : info.meta, configured };
}
