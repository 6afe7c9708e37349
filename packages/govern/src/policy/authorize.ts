import {
  policyOf,
  andThen,
  type ToolHook,
  type ToolInvokeContext,
  type ToolPolicy,
  type ToolRecord,
  type ToolUser,
  type MaybePromise,
} from '@helve/core';
import { aFunction, aListOfTexts } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { isAnonymous } from '../partition.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import type { ListRule, Viewer } from './visible-tools.js';

/** The input of a rule, for a call as well as for a list. */
export interface AccessRequest extends Viewer {
  readonly tool: ToolRecord;
  readonly policy: ToolPolicy;
}

export interface AuthorizeOptions {
  /** Roles, any of which is sufficient. */
  readonly roles?: readonly string[];
  /** Scopes, all of which are required. */
  readonly scopes?: readonly string[];
  /** Checked last; anything but true denies. */
  readonly rule?: (request: AccessRequest) => boolean | Promise<boolean>;
}

export interface AuthorizeHook extends ToolHook, ListRule {
  /** Applies the rule without a call, for lists. */
  isAllowed(tool: ToolRecord, user: ToolUser): Promise<boolean>;
}

/** Decides who may use a tool, and so who sees it. */
export function authorize(options: AuthorizeOptions = {}): AuthorizeHook {
  const checks = { roles: aListOfTexts, scopes: aListOfTexts, rule: aFunction };
  const { roles, scopes = [], rule } = checkHookOptions('authorize', options, checks);

  const isAllowed = (request: AccessRequest): MaybePromise<boolean> => {
    const { user } = request;
    if (!scopes.every((scope) => user.scopes?.includes(scope) === true)) return false;
    if (roles !== undefined && !roles.some((role) => user.roles?.includes(role) === true)) return false;
    const verdict: MaybePromise<unknown> = rule === undefined || rule(request);
    return andThen(verdict, (late) => late === true);
  };
  const isVisible = async (tool: ToolRecord, viewer: Viewer) => isAllowed({ ...viewer, tool, policy: policyOf(tool) });
  const isOpen = scopes.length === 0 && roles === undefined && rule === undefined;

  return {
    name: 'authorize',
    priority: () => priorities.authorize,
    willAuthorize(ctx): MaybePromise<void> {
      // The common case: no rule, nothing to check.
      if (isOpen) return undefined;
      const { tool, policy, user, sessionId, call } = ctx;
      const allowed = isAllowed({ tool, policy, user, call, ...(sessionId === undefined ? {} : { sessionId }) });
      return andThen(allowed, (late) => decide(ctx, late));
    },
    isAllowed: (tool, user) => isVisible(tool, { user }),
    async visibleTools(tools, viewer) {
      const verdicts = await Promise.all(tools.map((tool) => isVisible(tool, viewer)));
      return tools.filter((_, index) => verdicts[index]);
    },
  };
}

function decide(ctx: ToolInvokeContext, allowed: boolean): void {
  if (allowed) return;
  const facts = { tool: ctx.toolId };
  if (isAnonymous(ctx.user)) refuse(ctx, governErrors.create('GOVERN_UNAUTHENTICATED', facts), {}, 401);
  refuse(ctx, governErrors.create('GOVERN_FORBIDDEN', facts));
}
