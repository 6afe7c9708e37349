import type { LocaleId } from '../contract/block.js';
import type { ToolMeta } from '../contract/meta.js';
import { isTargetPort } from '../tool/port.js';
import type { ConfiguredLocales } from './configured-locales.js';

/** A step as the locale plan needs it. An unknown tool has no contract and counts as bilingual. */
export interface LocaleStep {
  readonly kind: 'step';
  readonly node: string;
  readonly contract?: Pick<ToolMeta, 'cardinality' | 'defaultLocale' | 'consumes' | 'produces'>;
  readonly configured: ConfiguredLocales;
}

/** Steps side by side: none sees what a sibling made. */
export interface LocaleFork {
  readonly kind: 'fork';
  readonly branches: readonly (readonly LocaleNode[])[];
}

export type LocaleNode = LocaleStep | LocaleFork;

/** The locales of a run. */
export interface RunLocales {
  readonly source: LocaleId;
  readonly targets: readonly LocaleId[];
  /** True when the run itself named the targets, so that they outrank a target in a config. */
  readonly targetsFromRun?: boolean;
  readonly stated?: StatedTargets | undefined;
}

/** Targets that files of a run state themselves: for those files they outrank the usual target of a step. */
export interface StatedTargets {
  readonly locales: readonly LocaleId[];
  /** True when every file states its own. */
  readonly byAll: boolean;
}

/** Which locale sets a run goes through, and which of them each step runs for. */
export interface PassPlan {
  readonly passes: readonly (readonly LocaleId[])[];
  readonly sets: ReadonlyMap<string, readonly (readonly LocaleId[])[]>;
}

type LocaleSet = readonly LocaleId[];
/** The order in which passes are found. */
type Kind = 'run' | 'named' | 'all' | 'own' | 'inherited';

interface StepSets {
  readonly node: string;
  readonly kind: Kind;
  readonly sets: readonly LocaleSet[];
}

/** Decides the passes of a flow: a union without repeats, and the sets of every step. */
export function planPasses(nodes: readonly LocaleNode[], run: RunLocales): PassPlan {
  const planned: StepSets[] = [];
  planNodes(nodes, run, [], planned);
  const of = (kind: Kind) => planned.filter((step) => step.kind === kind).flatMap(({ sets }) => sets);
  const passes = union([...of('run'), ...of('named'), ...of('all')]);
  for (const own of of('own')) {
    if (!passes.some((pass) => own.every((locale) => pass.includes(locale)))) passes.push(own);
  }
  return { passes, sets: new Map(planned.map(({ node, sets }) => [node, sets])) };
}

/** Plans nodes in turn; `made` are the sets for which earlier steps make targets, and the answer those after them. */
function planNodes(
  nodes: readonly LocaleNode[],
  run: RunLocales,
  made: readonly LocaleSet[],
  planned: StepSets[],
): readonly LocaleSet[] {
  let known = made;
  for (const node of nodes) {
    if (node.kind === 'fork') {
      const before = known;
      known = union(node.branches.flatMap((branch) => planNodes(branch, run, before, planned)));
      if (node.branches.length === 0) known = before;
      continue;
    }
    const step = planStep(node, run, known);
    planned.push(step);
    if (makesTargets(node)) known = union([...known, ...step.sets.flatMap(toPairs)]);
  }
  return known;
}

function planStep(step: LocaleStep, run: RunLocales, made: readonly LocaleSet[]): StepSets {
  const { node, configured, contract } = step;
  const { cardinality = 'bilingual', defaultLocale } = contract ?? {};
  if (cardinality === 'multilingual') {
    return { node, kind: 'all', sets: [configured.list ?? [...new Set([run.source, ...run.targets])]] };
  }
  if (cardinality === 'monolingual') {
    const own = configured.list ?? [configured.own ?? defaultLocale ?? run.source];
    return { node, kind: 'own', sets: own.map((locale) => [locale]) };
  }
  const byRun = { node, kind: 'run', sets: run.targets.map((target) => [run.source, target]) } as const;
  if (configured.pair !== undefined) return { node, kind: 'named', sets: [configured.pair] };
  const usual = configured.target ?? defaultLocale;
  if (configured.targets === undefined && usual !== undefined && run.targetsFromRun === true) return byRun;
  const targets = configured.targets ?? asList(configured.target) ?? usualTargets(defaultLocale, run);
  if (targets.length > 0) return { node, kind: 'named', sets: targets.map((target) => [run.source, target]) };
  return needsTarget(step) && made.length > 0 ? { node, kind: 'inherited', sets: made } : byRun;
}

function needsTarget({ contract }: LocaleStep): boolean {
  return contract?.consumes.some((port) => isTargetPort(port) && port.optional !== true) === true;
}

function makesTargets({ contract }: LocaleStep): boolean {
  return contract?.produces.some((port) => isTargetPort(port) && port.optional !== true) === true;
}

function toPairs([source, ...targets]: LocaleSet): LocaleSet[] {
  return source === undefined ? [] : targets.map((target) => [source, target]);
}

function asList(locale: LocaleId | undefined): readonly LocaleId[] | undefined {
  return locale === undefined ? undefined : [locale];
}

function usualTargets(usual: LocaleId | undefined, { stated }: RunLocales): readonly LocaleId[] {
  if (usual === undefined) return [];
  return stated === undefined ? [usual] : [...(stated.byAll ? [] : [usual]), ...stated.locales];
}

function union(sets: readonly LocaleSet[]): LocaleSet[] {
  return [...new Map(sets.map((set) => [set.join(' '), set])).values()];
}
