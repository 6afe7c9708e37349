import { isToolError } from '@helve/core';
import type { Block, Target, VariantText } from '../contract/block.js';
import type { EditPlan } from '../contract/edit.js';
import type { LossNote } from '../contract/loss.js';
import type { Overlay } from '../contract/overlay.js';
import type { Runs } from '../contract/run.js';
import type { Side } from '../contract/view.js';
import { assertContentLimits } from '../content/block/block-limit.js';
import { textRun } from '../content/run/normalise-runs.js';
import { spansInBounds } from '../content/block/overlay.js';
import { editedTarget, isApproved } from '../content/block/target.js';
import { flowErrors } from '../flow-errors.js';
import { codesInJson, isAccountedFor, type LostCode } from './lost-content.js';
import { opaqueSide, planSide, type PlannedSide } from './plan-side.js';
import { remapOverlays, type DroppedSpan } from './remap-overlays.js';

/** Permissions of the author of a plan. */
export interface PlanRules {
  readonly tool: string;
  readonly mayRemoveCodes: boolean;
  readonly overwriteApproved: boolean;
  readonly hasVault: boolean;
}

/** A plan that has passed every rule: what the block will be, and what that costs. */
export interface PreparedPlan {
  readonly block: Block;
  /** The content that the plan was made for. */
  readonly before: Pick<Block, 'source' | 'targets'>;
  readonly source: Runs;
  readonly targets: Record<VariantText, Target>;
  readonly overlays: Overlay[];
  readonly losses: readonly LossNote[];
}

/** Checks a plan and builds everything it asks for in memory; the block is only read. */
export function preparePlan(block: Block, overlays: Overlay[], plan: EditPlan, rules: PlanRules): PreparedPlan {
  try {
    return new Preparation(block, overlays, plan, rules).run();
  } catch (error) {
    if (isToolError(error, 'FLOW_EDIT_REJECTED')) throw error;
    const rule = isToolError(error) ? error.message : 'the plan is malformed';
    throw editRejected(rules.tool, block.id, rule, error);
  }
}

/** A plan that breaks a rule. */
export function editRejected(tool: string, block: string, rule: string, cause?: unknown): Error {
  const facts = { tool, block, rule };
  return flowErrors.create('FLOW_EDIT_REJECTED', facts, { details: facts, ...(cause === undefined ? {} : { cause }) });
}

class Preparation {
  readonly #block: Block;
  readonly #plan: EditPlan;
  readonly #rules: PlanRules;
  readonly #losses: LossNote[] = [];
  #overlays: Overlay[];

  constructor(block: Block, overlays: Overlay[], plan: EditPlan, rules: PlanRules) {
    this.#block = block;
    this.#overlays = overlays;
    this.#plan = plan;
    this.#rules = rules;
  }

  run(): PreparedPlan {
    this.#checkForm();
    const block = this.#block;
    const source = this.#source();
    const targets = this.#targets();
    const before = { source: block.source, targets: block.targets };
    return { block, before, source, targets, overlays: this.#overlays, losses: this.#losses };
  }

  #checkForm(): void {
    const { source, targets, replaceAll, secrets = [] } = this.#plan;
    if (replaceAll !== undefined && source !== undefined) this.#reject('it has both opaque and structured edits');
    if (secrets.length > 0 && !this.#rules.hasVault) this.#reject('it has secrets and there is no vault');
    for (const variant of Object.keys(targets ?? {})) {
      if (!Object.hasOwn(this.#block.targets, variant)) this.#reject(`there is no target "${variant}"`);
    }
  }

  #source(): Runs {
    const { source, replaceAll } = this.#plan;
    const old = this.#block.source;
    if (replaceAll !== undefined) {
      const side = opaqueSide(old, [textRun(replaceAll)]);
      this.#accept(side, null);
      this.#dropAll(null);
      return side.newRuns;
    }
    return source === undefined ? old : this.#rewrite(planSide(old, source), null).newRuns;
  }

  #targets(): Record<VariantText, Target> {
    const edits = Object.entries(this.#plan.targets ?? {});
    if (edits.length === 0) return this.#block.targets;
    const targets = { ...this.#block.targets };
    for (const [variant, edit] of edits) {
      const target = targets[variant];
      if (target === undefined) continue;
      const side = planSide(target.runs, edit);
      const harmless = typeof side !== 'string' && (side.keepsMeaning || (this.#plan.restored?.length ?? 0) > 0);
      if (isApproved(target) && !harmless && !this.#rules.overwriteApproved) {
        this.#losses.push({ kind: 'target-protected', detail: { variant, status: target.status } });
      } else targets[variant] = editedTarget(target, this.#rewrite(side, variant).newRuns, harmless);
    }
    return targets;
  }

  #rewrite(side: PlannedSide | string, variant: Side): PlannedSide {
    if (typeof side === 'string') return this.#reject(side);
    this.#accept(side, variant);
    const { overlays, report } = remapOverlays(this.#overlays, side.oldRuns, side.newRuns, side.edits, variant);
    const inBounds = overlays.every((one) => one.variant !== variant || spansInBounds(side.newRuns, one.spans));
    if (!inBounds) this.#reject('a span would lie outside of the new content');
    this.#overlays = overlays;
    for (const drop of report.dropped) this.#losses.push(droppedLoss(drop));
    return side;
  }

  #accept({ newRuns, lost }: PlannedSide, variant: Side): void {
    assertContentLimits(this.#block.id, newRuns);
    const fixed = lost.codes.find(({ deletable }) => !deletable);
    if (fixed !== undefined && !this.#rules.mayRemoveCodes) {
      this.#reject(`it removes the ${fixed.kind} "${fixed.id}", which may not be deleted`);
    }
    this.#losses.push(
      ...contentLosses(
        lost.codes.filter((code) => !this.#isKept(code)),
        lost.forms,
        variant,
      ),
    );
  }

  #isKept(code: LostCode): boolean {
    const { secrets = [], restored = [] } = this.#plan;
    return isAccountedFor(code, codesInJson(secrets.map(({ value }) => value)), restored);
  }

  #dropAll(variant: Side): void {
    const { kept, losses } = dropOverlays(this.#overlays, variant);
    this.#overlays = kept;
    this.#losses.push(...losses);
  }

  #reject(rule: string): never {
    throw editRejected(this.#rules.tool, this.#block.id, rule);
  }
}

/** Takes every overlay of a side away. */
export function dropOverlays(overlays: readonly Overlay[], side: Side): { kept: Overlay[]; losses: LossNote[] } {
  const remaining = overlays.filter(({ variant }) => variant !== side);
  const losses = overlays.flatMap(({ type, variant, layer, spans }) => {
    if (variant !== side) return [];
    // An overlay may be nothing but its value.
    const ids = spans.length === 0 ? [''] : spans.map(({ id }) => id);
    return ids.map((spanId) => droppedLoss({ type, variant, layer, spanId, reason: 'opaque' }));
  });
  return { kept: remaining, losses };
}

/** A dropped span as a loss. */
export function droppedLoss(drop: DroppedSpan): LossNote {
  return { kind: 'overlay-dropped', detail: { ...drop } };
}

/** Codes and forms that are gone, as losses. */
export function contentLosses(codes: readonly LostCode[], forms: readonly string[], variant: Side): LossNote[] {
  const losses: LossNote[] = [];
  const holders = codes.filter(({ kind }) => kind === 'plural' || kind === 'select');
  const openers = new Set(codes.filter(({ kind }) => kind === 'pc-open').map(({ id }) => id));
  // A pair is one code.
  const inline = codes.filter((code) => !holders.includes(code) && !(code.kind === 'pc-close' && openers.has(code.id)));
  if (inline.length > 0) {
    const ids = inline.map(({ id }) => id);
    losses.push({ kind: 'code-lost', detail: { variant, count: ids.length, ids } });
  }
  const lostForms = [...forms, ...holders.map(({ id }) => id)];
  if (lostForms.length > 0)
    losses.push({ kind: 'form-lost', detail: { variant, count: lostForms.length, forms: lostForms } });
  return losses;
}
