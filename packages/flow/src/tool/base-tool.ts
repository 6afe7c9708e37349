import type { Json, JsonObject } from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { EditPlan } from '../contract/edit.js';
import type { Capability, ToolMeta } from '../contract/meta.js';
import type { Data, Group, Layer, Media, Part } from '../contract/part.js';
import type { BarrierTool, FlowTool, OtherHandlers, SchemaProvider, StepContext } from '../contract/tool.js';
import type { BlockView, TargetView } from '../contract/view.js';
import { flowErrors } from '../flow-errors.js';
import { BlockStep, type StepOptions } from '../view/block-step.js';

const capabilities = ['annotate', 'translate', 'transform'] as const satisfies readonly Capability[];

/**
 * A tool that is asked part by part. A subclass has exactly one of `annotate`, `translate` and `transform`, or none and
 * handlers of other parts; whatever it does not handle passes untouched.
 */
export abstract class BaseTool<Config extends JsonObject = JsonObject> implements FlowTool, SchemaProvider {
  abstract readonly meta: ToolMeta;
  abstract schema(): ComponentSchema;

  annotate?(view: BlockView, ctx: StepContext<Config>): void | Promise<void>;
  translate?(view: TargetView, ctx: StepContext<Config>): void | Promise<void>;
  transform?(view: BlockView, ctx: StepContext<Config>): EditPlan | null | Promise<EditPlan | null>;
  handleData?(data: Data, ctx: StepContext<Config>): void | Promise<void>;
  handleMedia?(media: Media, ctx: StepContext<Config>): void | Promise<void>;
  handleLayer?(layer: Layer, ctx: StepContext<Config>): void | Promise<void>;
  handleGroup?(group: Group, ctx: StepContext<Config>): void | Promise<void>;
  joinReports?(one: Json, other: Json): Json;
  mergeReports?(reports: readonly { readonly document: string; readonly entries: readonly Json[] }[]): Json;

  /** Overridden by tools that read the stream; these declare their capability in `meta`. */
  async *process(ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
    const { contract, overwriteApproved = false } = ctx.step;
    const step = this.step({ overwriteApproved, ...(contract === undefined ? {} : { contract }) });
    for await (const part of input) {
      assertGoingOn(ctx);
      if (await passes(step, part, ctx)) yield part;
    }
  }

  /** The tool at work in one step: what the engine hands parts to. */
  step(options: StepOptions = {}): PartStep {
    return new PartStep(this, options);
  }
}

/** After a cancellation no handler starts. */
function assertGoingOn({ signal }: StepContext): void {
  if (signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
}

/** A block that fails is left to the step's error policy, which may let it go on as it was. */
async function passes(step: PartStep, part: Part, ctx: StepContext): Promise<boolean> {
  if (part.kind !== 'block') return step.part(part, ctx);
  try {
    return await step.part(part, ctx);
  } catch (error) {
    ctx.failBlock(part.block.id, error);
    return true;
  }
}

/** Gives each part to the handler it is for. */
export class PartStep {
  readonly #blocks: BlockStep | undefined;
  readonly #others: OtherHandlers;

  constructor(tool: BaseTool, options: StepOptions) {
    this.#blocks = handlesBlocks(tool) ? new BlockStep(tool, tool.meta, options) : undefined;
    this.#others = tool;
  }

  /** Handles one part; false when it leaves the stream. It is no promise unless the handler gives one. */
  part(part: Part, ctx: StepContext): boolean | Promise<boolean> {
    switch (part.kind) {
      case 'block':
        return this.#blocks === undefined || this.#blocks.handle(part.block, ctx);
      case 'data':
        return passOn(this.#others.handleData?.(part.data, ctx));
      case 'media':
        return passOn(this.#others.handleMedia?.(part.media, ctx));
      case 'layer-start':
        return passOn(this.#others.handleLayer?.(part.layer, ctx));
      case 'group-start':
        return passOn(this.#others.handleGroup?.(part.group, ctx));
      case 'layer-end':
      case 'group-end':
      case 'raw-document':
      case 'custom':
        return true;
    }
  }
}

function passOn(handled: void | Promise<void>): boolean | Promise<boolean> {
  return handled === undefined ? true : handled.then(() => true);
}

/** The names of the block handlers that a tool has; more than one is a mistake. */
export function findBlockHandlers(tool: object): readonly Capability[] {
  return capabilities.filter((name) => typeof Reflect.get(tool, name) === 'function');
}

/** Finds the capability of a tool: from its handler or, for a tool that reads the stream, from its meta. */
export function findCapability(tool: FlowTool): Capability | undefined {
  return findBlockHandlers(tool)[0] ?? tool.meta.capability;
}

/** True when a tool reads the stream itself. */
export function overridesProcess(tool: FlowTool): boolean {
  return !(tool instanceof BaseTool) || tool.process !== BaseTool.prototype.process;
}

/** True when a tool must see every block of its scope before it handles the first. */
export function isBarrierTool(tool: FlowTool): tool is BarrierTool {
  return 'collect' in tool && typeof tool.collect === 'function';
}

function handlesBlocks(tool: BaseTool): boolean {
  const names = findBlockHandlers(tool);
  if (names.length > 1) {
    const problem = `it has more than one block handler: ${names.join(', ')}`;
    throw flowErrors.create('FLOW_REGISTRATION', { name: tool.meta.id, problem });
  }
  return names.length === 1;
}
