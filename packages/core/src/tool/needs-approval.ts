import type { ToolInvokeContext } from '../contract/context.js';
import type { ToolHook } from '../contract/hook.js';
import type { ToolRecord } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';
import { compileInputCheck } from '../schema/compile-tool-schema.js';

/** True if some call of a tool may need a person of itself, whatever its policy says. */
export function mayNeedApproval({ noSchemaMode, needsApproval: rule }: ToolRecord): boolean {
  return rule !== undefined || noSchemaMode === 'human-approval';
}

/** Tells whether a person has to approve this call: by the policy of its tool, for want of a schema, or by the tool's own rule. */
export function needsApproval(ctx: ToolInvokeContext): boolean | Promise<boolean> {
  const { tool, policy } = ctx;
  if (policy.requiresConfirmation || tool.noSchemaMode === 'human-approval') return true;
  return tool.needsApproval === undefined ? false : askRule(tool, ctx);
}

/** The rule sees what the tool would get. What the tool would not take is refused later, and needs nobody's word. */
async function askRule(tool: ToolRecord, ctx: ToolInvokeContext): Promise<boolean> {
  const checked = await compileInputCheck(tool.inputSchema, 'strip')(ctx.input ?? {});
  return checked.ok && (await tool.needsApproval?.(checked.value, ctx)) !== false;
}

/** Refuses a call that needs a person, after all others: it takes part where no hook asks one. */
export const refuseUnasked: ToolHook = Object.freeze({
  name: 'nobody-to-ask',
  priority: () => -Number.MAX_SAFE_INTEGER,
  async willCheckConsent(ctx: ToolInvokeContext) {
    if (await needsApproval(ctx)) throw coreErrors.create('CALL_APPROVAL_MISSING', { tool: ctx.toolId });
  },
});
