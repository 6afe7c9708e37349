import {
  isPlainObject,
  needsApproval,
  ToolError,
  warn,
  andThen,
  type ToolHook,
  type ToolInvokeContext,
} from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type { HydrationResult } from '../../contract/hydration.js';
import { hydrationStateOf } from '../../hydrate/hydration-state.js';
import { noSchemaDecision } from '../../hydrate/no-schema-decision.js';
import { findCallState, ownCallState, type CallState } from '../call/call-state.js';
import type { FirstCall, SessionCore } from '../session-core.js';
import type { HydrationVerdict } from '../session-options.js';

/**
 * Creates the hooks around the policy's own questions: those before it, and the check that somebody was asked.
 *
 *     repeated id ▸ broken arguments ▸ tools without a schema, repaired writes ▸ the application │ policy │ nobody asked
 */
export function consentHooks(core: SessionCore): readonly ToolHook[] {
  const ask: ToolHook = {
    name: 'session-consent',
    priority: () => Number.MAX_SAFE_INTEGER,
    willCheckConsent(ctx) {
      const call = ownCallState(ctx);
      if (call === undefined) return undefined;
      if (call.first !== undefined) return answerAsBefore(ctx, call, call.first);
      const { hydration } = call;
      if (hydration === undefined) return void (call.needsPerson = true);
      call.needsPerson = wantsPerson(ctx, hydration, core);
      if (!hydration.success) return refuseBroken(ctx, call, hydration);
      // The rule of a tool is asked only where it has one.
      const rule = ctx.tool.needsApproval === undefined ? false : needsApproval(ctx);
      return andThen(rule, (needs) => judge(ctx, call, hydration, needs));
    },
  };
  const judge = (ctx: ToolInvokeContext, call: CallState, hydration: HydrationResult, needs: boolean) => {
    if (needs) call.needsPerson = true;
    return andThen(core.options.onHydrated?.(hydration), (verdict) => heed(ctx, call, verdict));
  };
  const insist: ToolHook = {
    name: 'session-consent-asked',
    asksPeople: true,
    priority: () => -Number.MAX_SAFE_INTEGER,
    willCheckConsent(ctx) {
      const call = ownCallState(ctx);
      if (call?.needsPerson !== true) return;
      const isAsked = core.options.policy !== 'none' && (call.personAsked || ctx.policy.requiresConfirmation);
      if (!isAsked) throw agentErrors.create('AGENT_PERSON_MISSING', { tool: ctx.toolId });
    },
  };
  return [ask, insist];
}

/** True when the session requires a person's approval for this call; the policy asks it. */
export function needsPerson(ctx: ToolInvokeContext): boolean {
  const call = ctx.parent === undefined ? findCallState(ctx) : undefined;
  if (call === undefined) return false;
  call.personAsked = true;
  return call.needsPerson;
}

function wantsPerson(ctx: ToolInvokeContext, { untrusted }: HydrationResult, { options }: SessionCore): boolean {
  const { sideEffects } = ctx.policy;
  if (untrusted === true && sideEffects === 'writes') return true;
  const mode = ctx.tool.noSchemaMode;
  if (mode === undefined) return false;
  const decision = noSchemaDecision(mode, options.allowUnvalidated ?? 'none', sideEffects);
  if (decision === 'warn') {
    warn(ctx, { code: 'AGENT_UNVALIDATED', message: `"${ctx.toolId}" has no schema: its arguments were not checked` });
  }
  return decision === 'approve';
}

/** Refuses a broken call before anybody is asked about it; all others fail where arguments are parsed. */
function refuseBroken(ctx: ToolInvokeContext, call: CallState, hydration: HydrationResult): void {
  if (!call.needsPerson && !ctx.policy.requiresConfirmation) return;
  const problem = hydrationStateOf(hydration)?.problem;
  if (problem !== undefined) throw problem();
}

function heed(ctx: ToolInvokeContext, call: CallState, verdict: HydrationVerdict): void {
  if (verdict === undefined || verdict === 'approve') return;
  if (verdict === 'ask') return void (call.needsPerson = true);
  const reason =
    isPlainObject(verdict) && typeof verdict.veto === 'string' ? verdict.veto : 'the application refused it';
  throw agentErrors.create('AGENT_CALL_VETOED', { tool: ctx.toolId, reason });
}

/** Answers a repeated call id: records the call, and gives its first answer once more. */
async function answerAsBefore(ctx: ToolInvokeContext, call: CallState, first: FirstCall): Promise<void> {
  if (first.fingerprint !== call.fingerprint) throw agentErrors.create('AGENT_CALL_ID_REUSED', { tool: ctx.toolId });
  const response = await first.response;
  ctx.setMeta('replayed', true);
  ctx.setMeta('originalTurn', first.turn);
  if (response.ok) ctx.respond(response.data);
  const { type, message, retryable, retryAfterMs, partialSideEffects, details } = response.error;
  const { confirmationRequest: _, ...rest } = details ?? {};
  throw new ToolError(type, message, { retryable, retryAfterMs, partialSideEffects, details: rest });
}
