import { type ApprovalStore, ownerOf, type ToolHook, type ToolInvokeContext } from '@helve/core';
import { aFunction, aPort, eitherOf, oneOf, required } from '@helve/core/options';
import { checkHookOptions, optionInvalid } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { isAnonymous } from '../partition.js';
import type { ConsentStore } from '../port/consent-store.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import { anOnStoreError, askStore, askStoreOrDeny, type OnStoreError } from '../store-guard.js';
import { requestConsent } from './request-consent.js';

export interface ConsentOptions {
  readonly store: ConsentStore;
  /** The subject whose consent counts. */
  readonly by?: 'user' | 'tenant' | ((ctx: ToolInvokeContext) => string);
  /** True for calls that need consent. Default: all. */
  readonly when?: (ctx: ToolInvokeContext) => boolean | Promise<boolean>;
  /** Without a consent: refuse, or answer with a challenge that an application can show. */
  readonly otherwise?: 'abort' | 'challenge';
  /** Store for the question, so that a person can answer it. */
  readonly approvals?: ApprovalStore;
  readonly onStoreError?: OnStoreError;
}

/** The answer in place of the tool's, until somebody has agreed. */
export interface ConsentChallenge {
  readonly consentRequired: { readonly tool: string; readonly title: string; readonly approvalId?: string };
}

const checks = {
  store: required(aPort('isGranted')),
  by: eitherOf(oneOf('user', 'tenant'), aFunction),
  when: aFunction,
  otherwise: oneOf('abort', 'challenge'),
  approvals: aPort('put', 'list'),
  onStoreError: anOnStoreError,
};

const name = 'consent';

/** Lets a tool run only for those who have agreed to it, until they revoke their consent. */
export function consent(options: ConsentOptions): ToolHook {
  const { store, by = 'user', when, otherwise = 'abort', ...rest } = checkHookOptions(name, options, checks);
  const { approvals, onStoreError = 'deny' } = rest;
  if (approvals !== undefined && by !== 'user')
    throw optionInvalid(name, 'only users can be asked: `approvals` needs `by: "user"`');

  return {
    name,
    priority: () => priorities.consent,
    async willCheckConsent(ctx) {
      if (when !== undefined && !(await when(ctx))) return;
      const subject = subjectOf(by, ctx);
      if (subject === undefined)
        refuse(ctx, governErrors.create('GOVERN_UNAUTHENTICATED', { tool: ctx.toolId }), {}, 401);
      if (await askStore(ctx, name, onStoreError, () => store.isGranted(subject, ctx.toolId), true)) return;

      const approvalId = approvals && (await askStoreOrDeny(ctx, name, () => requestConsent(ctx, approvals)));
      const asked = approvalId === undefined ? {} : { approvalId };
      if (otherwise === 'abort')
        refuse(ctx, governErrors.create('GOVERN_CONSENT_MISSING', { tool: ctx.toolId }), asked);
      const title = ctx.tool.title ?? ctx.toolName;
      ctx.respond({ consentRequired: { tool: ctx.toolId, title, ...asked } } satisfies ConsentChallenge);
    },
  };
}

/** Returns the subject; undefined for an unknown caller, for whom nobody can agree. */
function subjectOf(by: NonNullable<ConsentOptions['by']>, ctx: ToolInvokeContext): string | undefined {
  if (typeof by === 'function') return by(ctx);
  if (by === 'tenant') return ctx.user.tenant;
  return isAnonymous(ctx.user) ? undefined : ownerOf(ctx.user);
}
