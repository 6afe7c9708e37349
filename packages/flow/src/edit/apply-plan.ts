import type { Block } from '../contract/block.js';
import type { EditPlan } from '../contract/edit.js';
import type { Overlay } from '../contract/overlay.js';
import type { EditContext } from './edit-context.js';
import { assertPlanPorts } from './plan-port.js';
import { editRejected, preparePlan, type PreparedPlan } from './prepare-plan.js';
import { replaceContent } from './replace-content.js';

/**
 * Does to a block what a plan says, all of it or nothing:
 *
 *     check form and places → build and verify → remap overlays → store secrets → swap → report losses
 *
 * It is synchronous unless there are secrets, which must be durable before the content that held them goes.
 */
export function applyPlan(block: Block, plan: EditPlan, context: EditContext): void | Promise<void> {
  const prepared = planFor(block, block.overlays, plan, context);
  const stored = storeSecrets(block, plan, context);
  if (stored === undefined) return commitPlan(prepared, context);
  return stored.then(() => commitPlan(prepared, context));
}

/** Prepares a plan under the rules of a step. */
export function planFor(block: Block, overlays: Overlay[], plan: EditPlan, context: EditContext): PreparedPlan {
  assertPlanPorts(block, plan, context);
  return preparePlan(block, overlays, plan, {
    tool: context.tool,
    mayRemoveCodes: context.meta.mayRemoveCodes ?? false,
    overwriteApproved: context.overwriteApproved ?? false,
    hasVault: context.vault !== undefined,
  });
}

/** Puts originals into the vault and answers when they are durable; nothing to store is no promise. */
export function storeSecrets(
  { id }: Block,
  { secrets, aliases = [] }: EditPlan,
  { tool, document, vault }: EditContext,
): Promise<void> | undefined {
  if (secrets === undefined || secrets.length === 0 || vault === undefined) return undefined;
  const records = [id, ...aliases].flatMap((name) => secrets.map((secret) => ({ document, block: name, secret })));
  const failed = (cause: unknown) => {
    throw editRejected(tool, id, 'the vault did not keep its secrets', cause);
  };
  // A vault may also fail before it answers.
  return new Promise<void>((resolve) => resolve(vault.put(records))).catch(failed);
}

/** Swaps the content in one step, then reports the losses. */
export function commitPlan(prepared: PreparedPlan, { tool, lose }: EditContext): void {
  const { block, before, losses } = prepared;
  if (block.source !== before.source || block.targets !== before.targets) {
    throw editRejected(tool, block.id, 'its content changed while the plan was waiting');
  }
  replaceContent(block, prepared);
  for (const loss of losses) lose({ ...loss, block: block.id });
}
