import type { Block } from '../contract/block.js';
import type { EditPlan } from '../contract/edit.js';
import type { Capability, ToolMeta } from '../contract/meta.js';
import type { StepContext } from '../contract/tool.js';
import type { BlockView, TargetView } from '../contract/view.js';
import { commitPlan, planFor, storeSecrets } from '../edit/apply-plan.js';
import type { EditContext } from '../edit/edit-context.js';
import { applyWrites, type Writable } from './block-write.js';
import { digestContent, enforceImmutability, type ContentDigest } from './enforce-immutability.js';
import { BufferedView, newBlockView } from './new-block-view.js';
import { newTargetView } from './new-target-view.js';
import { checkedWrites, keeps, settle } from './settle.js';

/** Options of a step that handles blocks. */
export interface StepOptions {
  /** The contract as the step's config resolved it; the tool's own without. */
  readonly contract?: ToolMeta;
  readonly overwriteApproved?: boolean;
  /** Compares content before and after each handler. Default: on. */
  readonly enforceImmutability?: boolean;
}

/** The block handlers of a tool, of which it has one. */
export interface BlockHandlers {
  annotate?(view: BlockView, ctx: StepContext): void | Promise<void>;
  translate?(view: TargetView, ctx: StepContext): void | Promise<void>;
  transform?(view: BlockView, ctx: StepContext): EditPlan | null | Promise<EditPlan | null>;
}

type Outcome = EditPlan | null | void;

/**
 * One block handler at work:
 *
 *     digest → view → handler → compare digest → settle writes, apply plan
 *
 * A synchronous handler costs no promise. What goes wrong is thrown as it is, and leaves the block as it was.
 */
export class BlockStep {
  readonly #handler: BlockHandlers;
  readonly #capability: Capability;
  readonly #meta: ToolMeta;
  readonly #options: StepOptions;
  readonly #backstop: boolean;
  #context: EditContext | undefined;
  #contextOf: StepContext | undefined;

  constructor(handler: BlockHandlers, meta: ToolMeta, options: StepOptions = {}) {
    this.#handler = handler;
    this.#capability = handler.annotate ? 'annotate' : handler.translate ? 'translate' : 'transform';
    this.#meta = options.contract ?? meta;
    this.#options = options;
    this.#backstop = options.enforceImmutability ?? true;
  }

  /** Handles one block; false when the block leaves the stream. */
  handle(block: Block, ctx: StepContext): boolean | Promise<boolean> {
    const context = this.#editContext(ctx);
    const digest = this.#backstop ? digestContent(block) : undefined;
    if (this.#capability === 'translate') {
      const view = newTargetView(block, context);
      return this.#after(block, view, digest, this.#handler.translate?.(view, ctx), context);
    }
    const view = newBlockView(block, context);
    const annotated = this.#capability === 'annotate';
    const outcome = annotated ? this.#handler.annotate?.(view, ctx) : this.#handler.transform?.(view, ctx);
    return this.#after(block, view, digest, outcome, context);
  }

  #after(
    block: Block,
    view: BlockView,
    digest: ContentDigest | undefined,
    outcome: Outcome | Promise<Outcome>,
    context: EditContext,
  ): boolean | Promise<boolean> {
    // The common case stands apart from the closure of the other, which every call would pay for.
    if (isPromise(outcome)) return this.#finishLater(block, view, digest, outcome, context);
    return this.#finish(block, view, digest, outcome, context);
  }

  #finishLater(
    block: Block,
    view: BlockView,
    digest: ContentDigest | undefined,
    outcome: Promise<Outcome>,
    context: EditContext,
  ): Promise<boolean> {
    return outcome.then((plan) => this.#finish(block, view, digest, plan, context));
  }

  #finish(
    block: Block,
    view: BlockView,
    digest: ContentDigest | undefined,
    outcome: Outcome,
    context: EditContext,
  ): boolean | Promise<boolean> {
    if (digest !== undefined) enforceImmutability(block, digest, context);
    const plan = this.#capability === 'transform' ? outcome : undefined;
    return plan ? applyWithWrites(block, view, plan, context) : settle(view);
  }

  /** One context for all blocks of a step, as long as they share the same settings. */
  #editContext(ctx: StepContext): EditContext {
    if (this.#context === undefined || this.#contextOf !== ctx) {
      this.#contextOf = ctx;
      this.#context = this.#toContext(ctx);
    }
    return this.#context;
  }

  #toContext(ctx: StepContext): EditContext {
    const { vault } = ctx.resources;
    return {
      tool: ctx.step.tool,
      meta: this.#meta,
      document: ctx.document.id,
      overwriteApproved: this.#options.overwriteApproved ?? false,
      ...(vault === undefined ? {} : { vault }),
      lose: (loss) => ctx.lose(loss),
      // Tools that redact and restore need the original names.
      ...(this.#meta.requires?.includes('vault') === true ? {} : { shown: ctx.shown }),
    };
  }
}

/** Writes through the view come first and are moved by the plan; both are done at once or not at all. */
function applyWithWrites(
  block: Block,
  view: BlockView,
  plan: EditPlan,
  context: EditContext,
): boolean | Promise<boolean> {
  const { pending = [] } = BufferedView.close(view);
  const { writes } = checkedWrites(block, pending, context);
  const staged = writes.length === 0 ? block : stage(block);
  applyWrites(staged, writes);
  const prepared = planFor(block, staged.overlays, plan, context);
  const commit = () => {
    commitPlan(prepared, context);
    block.annotations = staged.annotations;
    block.properties = staged.properties;
    return keeps(writes);
  };
  return storeSecrets(block, plan, context)?.then(commit) ?? commit();
}

/** A copy of a block's marks that may yet be thrown away. */
function stage({ source, targets, overlays, annotations, properties }: Block): Writable {
  return { source, targets, overlays: [...overlays], annotations: { ...annotations }, properties: { ...properties } };
}

function isPromise(outcome: Outcome | Promise<Outcome>): outcome is Promise<Outcome> {
  return typeof outcome === 'object' && outcome !== null && 'then' in outcome;
}
