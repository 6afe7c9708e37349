import { deepFreeze, digest } from '@helve/core';
import { canonicalLocale } from '../locale/canonical-locale.js';
import type { Diagnostic } from '../contract/diagnostic.js';
import type { FlowDefinition } from '../contract/flow-document.js';
import type { IOPort } from '../contract/meta.js';
import type { FlowPlan, PlanNode, PlanStep } from '../contract/plan.js';
import { DiagnosticList } from '../document/diagnostic-list.js';
import { flowId } from '../document/flow-id.js';
import type { OutlineNode, OutlineStep, ParsedFlow } from '../document/outline.js';
import { readDefinition } from '../document/read-flow.js';
import { flowErrors } from '../flow-errors.js';
import { boundVariants } from '../locale/configured-locales.js';
import { planPasses, type LocaleNode, type PassPlan } from '../locale/plan-passes.js';
import { fingerprintOf } from '../tool/fingerprint.js';
import { samePort } from '../tool/port.js';
import { sourceSetting } from '../tool/resolve-sides.js';
import { checkDataFlow } from './check-data-flow.js';
import { checkParallel } from './check-parallel.js';
import { checkPlacement } from './check-placement.js';
import { checkRequirements } from './check-requirements.js';
import type { CompileEnv, ToolCatalog } from './compile-env.js';
import { buildGraph, checkGraph, type FlowGraph, type GraphTree } from './flow-graph.js';
import { createPlacePaths, type PlacePaths } from './place-paths.js';
import { checkStepLocales, prepareStep, type PreparedStep } from './prepare-step.js';
import { contractedSteps } from './step-ports.js';

/** A checked flow: the plan exists only when there is no error. */
export interface CompiledFlow {
  readonly name: string;
  readonly plan?: FlowPlan;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks a flow against the tools there are and the run it is for, and makes the plan of it. */
export function compileFlow(doc: ParsedFlow | FlowDefinition, tools: ToolCatalog, env: CompileEnv): CompiledFlow {
  const parsed = 'outline' in doc ? doc : readDefinition(doc);
  return new FlowCompiler(parsed, tools, env).compile();
}

/** The plan of a compiled flow; throws with everything that is wrong when there is none. */
export function assertPlan({ name, plan, diagnostics }: CompiledFlow): FlowPlan {
  if (plan !== undefined) return plan;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const first = errors[0]?.message ?? 'no reason is known';
  throw flowErrors.create('FLOW_INVALID', { flow: name, count: errors.length, first }, { details: { diagnostics } });
}

/** As a reader meets them; those of one line keep their order. */
function byLine(a: Diagnostic, b: Diagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0);
}

class FlowCompiler {
  readonly #flow: ParsedFlow;
  readonly #tools: ToolCatalog;
  readonly #env: CompileEnv;
  readonly #list: DiagnosticList;
  readonly #steps = new Map<string, PreparedStep>();
  readonly #place: PlacePaths | undefined;

  constructor(flow: ParsedFlow, tools: ToolCatalog, env: CompileEnv) {
    const targetLocales = env.targetLocales?.map(canonicalLocale);
    this.#flow = flow;
    this.#tools = tools;
    this.#env = {
      ...env,
      sourceLocale: canonicalLocale(env.sourceLocale),
      targetLocales: targetLocales && [...new Set(targetLocales)],
      source: env.source ?? { kind: flow.io.source },
      sink: env.sink ?? flow.io.sink,
    };
    this.#list = new DiagnosticList(flow.file, flow.positions);
    this.#place = createPlacePaths(flow.file, tools);
  }

  compile(): CompiledFlow {
    const { name, outline, diagnostics: read } = this.#flow;
    const graph = buildGraph(outline.map((node) => this.#prepare(node)));
    const passes = this.#planPasses();
    this.#check(graph, passes);
    const diagnostics = deepFreeze([...read, ...this.#list.found].toSorted(byLine));
    if (diagnostics.some(({ severity }) => severity === 'error')) return { name, diagnostics };
    return { name, plan: this.#plan(passes), diagnostics };
  }

  /**
   * Looks at every step once, in document order, and gives the tree that the graph is made of. The paths of a step inside
   * of a config were placed with that config.
   */
  #prepare(node: OutlineNode, isInside = false): GraphTree {
    if (node.kind === 'fork') {
      const branches = node.branches.map((branch) => branch.map((inner) => this.#prepare(inner, isInside)));
      return { kind: 'fork', id: node.node, pointer: node.pointer, branches };
    }
    const place = isInside ? undefined : this.#place;
    const prepared = prepareStep(node, this.#tools, this.#env, this.#list, place);
    const shared = { kind: 'step', id: node.node, pointer: node.pointer } as const;
    if (prepared === undefined) {
      return { ...shared, tool: node.step.tool, variants: [], handles: [], assumed: this.#assumed(node.step.tool) };
    }
    const { info, configured } = prepared;
    this.#steps.set(node.node, prepared);
    const chains = prepared.chains.map((chain) => chain.map((inner) => this.#prepare(inner, true)));
    return { ...shared, tool: info.name, variants: boundVariants(configured), handles: info.handles, chains };
  }

  /** Lists the ports of the tool that a misspelt name probably means; without them, every later step would fail too. */
  #assumed(tool: string): readonly IOPort[] {
    const [near] = this.#tools.suggest(tool);
    const produces = near === undefined ? [] : (this.#tools.get(near)?.meta.produces ?? []);
    return produces.filter(({ optional }) => optional !== true);
  }

  #planPasses(): PassPlan {
    const { sourceLocale, targetLocales = [], targetsFromRun = false, stated } = this.#env;
    const toLocaleNode = (node: OutlineNode): LocaleNode => {
      if (node.kind === 'fork')
        return { kind: 'fork', branches: node.branches.map((branch) => branch.map(toLocaleNode)) };
      const prepared = this.#steps.get(node.node);
      if (prepared === undefined) return { kind: 'step', node: node.node, configured: {} };
      return { kind: 'step', node: node.node, contract: prepared.contract, configured: prepared.configured };
    };
    const nodes = this.#flow.outline.map(toLocaleNode);
    return planPasses(nodes, { source: sourceLocale, targets: targetLocales, targetsFromRun, stated });
  }

  #check(graph: FlowGraph, { sets }: PassPlan): void {
    const env = this.#env;
    const contracts = new Map([...this.#steps].map(([node, { contract }]) => [node, contract]));
    const found = [
      ...checkDataFlow(graph, contracts, env.source ?? {}, {
        producers: (port) => this.#producersOf(port),
        setting: (node, port) => sourceSetting(port, this.#prepared(node).config),
      }),
      ...checkPlacement(graph, contracts, env),
      ...checkParallel(graph, contracts),
      ...checkRequirements(contractedSteps(graph, contracts), sets, env),
    ];
    for (const finding of found) this.#list.add(finding);
    for (const [node, step] of this.#steps) checkStepLocales(step, sets.get(node) ?? [], this.#list);
    for (const problem of checkGraph(graph))
      this.#list.error('flow-graph', '', `The flow has no good form: ${problem}`);
  }

  #producersOf(port: IOPort): string[] {
    return this.#tools
      .list()
      .filter(
        ({ meta }) =>
          meta.internal !== true &&
          meta.produces.some((produced) => produced.optional !== true && samePort(produced, port)),
      )
      .map(({ name }) => name);
  }

  #plan({ passes, sets }: PassPlan): FlowPlan {
    const { name, outline } = this.#flow;
    const { sourceLocale, targetLocales = [], source, sink } = this.#env;
    const body = {
      schema: 'helve.plan/v1',
      flow: flowId(name),
      name,
      sourceLocale,
      targetLocales,
      passes,
      io: { ...(source?.kind === undefined ? {} : { source: source.kind }), ...(sink === undefined ? {} : { sink }) },
      nodes: outline.map((node) => this.#planNode(node, sets)),
    } as const;
    return deepFreeze({ ...body, hash: digest(body) });
  }

  #planNode(node: OutlineNode, sets: PassPlan['sets']): PlanNode {
    if (node.kind === 'step') return this.#planStep(node, sets.get(node.node) ?? []);
    const branches = node.branches.map((branch) => branch.map((inner) => this.#planNode(inner, sets)));
    return { kind: 'fork', node: node.node, pointer: node.pointer, branches };
  }

  #planStep({ node, pointer, step }: OutlineStep, localeSets: PlanStep['localeSets']): PlanStep {
    const { info, config = {}, contract } = this.#prepared(node);
    const env = this.#env;
    return {
      kind: 'step',
      node,
      pointer,
      ...(step.id === undefined ? {} : { id: step.id }),
      ...(step.label === undefined ? {} : { label: step.label }),
      tool: info.name,
      version: contract.version,
      config,
      contract,
      onError: step.onError ?? env.onError ?? this.#flow.onError ?? 'fail',
      parallelBlocks: step.parallelBlocks ?? env.parallelBlocks ?? contract.defaultParallelBlocks ?? 1,
      overwriteApproved: step.overwriteApproved ?? false,
      localeSets,
      fingerprint: fingerprintOf(config, env.digestsOf?.(info.name, config)),
    };
  }

  #prepared(node: string): PreparedStep {
    const prepared = this.#steps.get(node);
    if (prepared !== undefined) return prepared;
    throw new TypeError(`Cannot plan step ${node}: it was not prepared`);
  }
}
