import { policyOf, type ToolHook, type ToolPolicy, type ToolRecord, type ToolUser } from '@helve/core';
import { aFunction, checkOptions, someTexts } from '../check-options.js';
import { governErrors } from '../govern-errors.js';
import { isAnonymous } from '../partition.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import type { ListRule, Viewer } from './visible-tools.js';

/** What a rule decides on: the same for a call and for a list. */
export interface AccessRequest extends Viewer {
  readonly tool: ToolRecord;
  readonly policy: ToolPolicy;
}

export interface AuthorizeOptions {
  /** Any of them will do. */
  readonly roles?: readonly string[];
  /** All of them are needed. */
  readonly scopes?: readonly string[];
  /** Asked last; anything but true is a no. */
  readonly rule?: (request: AccessRequest) => boolean | Promise<boolean>;
}

export interface AuthorizeHook extends ToolHook, ListRule {
  /** The rule without a call, for whoever makes a list. */
  isAllowed(tool: ToolRecord, user: ToolUser): Promise<boolean>;
}

/** Says who may use a tool, and so who sees it. */
export function authorize(options: AuthorizeOptions = {}): AuthorizeHook {
  const checks = { roles: someTexts, scopes: someTexts, rule: aFunction };
  const { roles, scopes = [], rule } = checkOptions('authorize', options, checks);

  const isAllowed = async (request: AccessRequest): Promise<boolean> => {
    const { user } = request;
    if (!scopes.every((scope) => user.scopes?.includes(scope) === true)) return false;
    if (roles !== undefined && !roles.some((role) => user.roles?.includes(role) === true)) return false;
    const verdict: unknown = rule === undefined || (await rule(request));
    return verdict === true;
  };
  const isVisible = (tool: ToolRecord, viewer: Viewer) => isAllowed({ ...viewer, tool, policy: policyOf(tool) });

  return {
    name: 'authorize',
    priority: () => priorities.authorize,
    async willAuthorize(ctx) {
      const { tool, policy, user, sessionId, call } = ctx;
      const session = sessionId === undefined ? {} : { sessionId };
      if (await isAllowed({ tool, policy, user, call, ...session })) return;
      const facts = { tool: ctx.toolId };
      if (isAnonymous(user)) refuse(ctx, governErrors.create('GOVERN_UNAUTHENTICATED', facts), {}, 401);
      refuse(ctx, governErrors.create('GOVERN_FORBIDDEN', facts));
    },
    isAllowed: (tool, user) => isVisible(tool, { user }),
    async visibleTools(tools, viewer) {
      const verdicts = await Promise.all(tools.map((tool) => isVisible(tool, viewer)));
      return tools.filter((_, index) => verdicts[index]);
    },
  };
}
