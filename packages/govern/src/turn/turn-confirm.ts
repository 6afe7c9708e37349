import { needsApproval, andThen, type ToolHook, type ToolInvokeContext, type MaybePromise } from '@helve/core';
import { governErrors } from '../govern-errors.js';
import { confirm, type ConfirmOptions } from '../policy/confirm.js';
import { refuse } from '../refuse.js';

export interface TurnConfirmOptions extends Omit<ConfirmOptions, 'when'> {
  readonly needsPerson: (ctx: ToolInvokeContext) => boolean;
}

/** Asks a person before a tool of the model runs. Refuses a nested call instead, since handlers see no tokens. */
export function turnConfirm({ needsPerson, ...options }: TurnConfirmOptions): ToolHook {
  const hook = confirm({ ...options, when: () => true });
  return {
    ...hook,
    willCheckConsent(ctx) {
      if (ctx.parent !== undefined) return checkNested(ctx);
      // The common case asks nobody, and awaits nothing.
      return ctx.policy.requiresConfirmation || needsPerson(ctx) ? hook.willCheckConsent?.(ctx) : undefined;
    },
  };
}

function checkNested(ctx: ToolInvokeContext): MaybePromise<void> {
  return andThen(needsApproval(ctx), (needs) => (needs ? refuseNested(ctx) : undefined));
}

function refuseNested(ctx: ToolInvokeContext): never {
  refuse(ctx, governErrors.create('GOVERN_CONFIRMATION_REQUIRED', { tool: ctx.toolId }), {
    suggestion: `Let the model call "${ctx.toolId}" itself, so that a person can be asked`,
  });
}
