import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import {
  applyConfig,
  BaseTool,
  flowErrors,
  type FlowTool,
  type Layer,
  type Part,
  type ResolvedContract,
  type StepContext,
  type ToolEnv,
} from '@helve/flow';
import { overridesProcess } from '@helve/flow/content';

/** The chain of one format of embedded layers. */
export interface LayerChainConfig {
  readonly [format: string]: { readonly steps: readonly Json[] };
}

/** The steps of one chain, ready to run. */
export type LayerChain = (input: AsyncIterable<Part>) => AsyncIterable<Part>;

interface ChainStep {
  readonly tool: FlowTool;
  readonly ctx: StepContext;
}

/** The chains of one document, by format; their tools are created once. */
export class LayerChains {
  readonly #layers: LayerChainConfig;
  readonly #env: ToolEnv;
  readonly #ctx: StepContext;
  readonly #made = new Map<string, readonly ChainStep[]>();
  /** Blocks on which a step failed: the rest of the chain skips them. */
  readonly #failed = new Set<string>();

  constructor(layers: LayerChainConfig, env: ToolEnv, ctx: StepContext) {
    this.#layers = layers;
    this.#env = env;
    this.#ctx = ctx;
  }

  get signal(): AbortSignal {
    return this.#ctx.signal;
  }

  /** Returns the chain of an embedded layer; undefined for one that is left alone. */
  chainFor({ parentId, format }: Layer): LayerChain | undefined {
    if (parentId === undefined || format === undefined) return undefined;
    const name = Object.hasOwn(this.#layers, format) ? format : '*';
    if (!Object.hasOwn(this.#layers, name)) return undefined;
    const steps = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, steps);
    return (input) => steps.reduce((stream, step) => this.#run(step, stream), input);
  }

  #make(name: string): readonly ChainStep[] {
    const { steps = [] } = this.#layers[name] ?? {};
    return steps.map((step, index) => this.#makeStep(step, `${this.#ctx.step.node}.${name}.${index + 1}`));
  }

  #makeStep(step: unknown, node: string): ChainStep {
    const { tool: name, config: raw, overwriteApproved } = isPlainObject(step) ? step : {};
    const { tools, files } = this.#env;
    const info = typeof name === 'string' ? tools?.get(name) : undefined;
    if (info === undefined || tools === undefined) {
      throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'tool', name: String(name) });
    }
    const applied = applyConfig(info.schema, (raw ?? {}) as JsonObject);
    const config = applied.ok ? applied.config : {};
    const { contract } = info.resolve(config);
    const stepInfo = { node, tool: info.name, contract, overwriteApproved: overwriteApproved === true };
    return { tool: tools.create(info.name, config, { files }), ctx: this.#contextOf(contract, config, stepInfo) };
  }

  #contextOf(contract: ResolvedContract, config: JsonObject, step: StepContext['step']): StepContext {
    const { source, all } = this.#ctx.locales;
    const alone = contract.cardinality === 'monolingual';
    return {
      ...this.#ctx,
      config,
      step,
      locales: alone
        ? { source, all: [source] }
        : contract.cardinality === 'multilingual'
          ? { source, all }
          : this.#ctx.locales,
      report: (entry) => this.#ctx.report({ tool: step.tool, entry }),
      failBlock: (block, error) => {
        this.#failed.add(block);
        this.#ctx.failBlock(block, error);
      },
    };
  }

  #run({ tool, ctx }: ChainStep, input: AsyncIterable<Part>): AsyncIterable<Part> {
    if (overridesProcess(tool) || !(tool instanceof BaseTool)) return tool.process(ctx, input);
    return this.#handle(tool, ctx, input);
  }

  async *#handle(tool: BaseTool, ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
    const { contract, overwriteApproved } = ctx.step;
    const step = tool.step({
      ...(contract === undefined ? {} : { contract }),
      ...(overwriteApproved === undefined ? {} : { overwriteApproved }),
    });
    for await (const part of input) {
      if (ctx.signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
      if (part.kind !== 'block') {
        if (await step.part(part, ctx)) yield part;
        continue;
      }
      let stays = true;
      try {
        if (!this.#failed.has(part.block.id)) stays = await step.part(part, ctx);
      } catch (error) {
        ctx.failBlock(part.block.id, error);
      }
      if (stays) yield part;
    }
  }
}
