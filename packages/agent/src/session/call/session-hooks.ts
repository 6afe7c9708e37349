import {
  handlerCapabilities,
  handlerSession,
  isCallerAnswered,
  type ToolHook,
  type ToolInvokeContext,
} from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import { findCallState, ownCallState } from './call-state.js';
import { consentHooks } from '../approval/consent-hooks.js';
import type { SessionCore } from '../session-core.js';
import { toolFinder } from '../toolbox/find-tool.js';
import { toolDocsSource } from '../toolbox/tool-docs.js';

const first = () => Number.MAX_SAFE_INTEGER;
const last = () => -Number.MAX_SAFE_INTEGER;

/** Creates the hooks of every call of a session, independent of the policy. */
export function createSessionHooks(core: SessionCore): readonly ToolHook[] {
  const began = Symbol('began');
  const provide: ToolHook = {
    name: 'session-facts',
    priority: first,
    willBindProviders(ctx) {
      ctx.bindProviders([
        [handlerSession, core.controller.getSnapshot()],
        [handlerCapabilities, core.options.capabilities ?? {}],
        [toolDocsSource, core.toolbox],
        [toolFinder, core.toolbox],
      ]);
    },
    willAuthorize(ctx) {
      const { toolsOff, offered } = ownCallState(ctx)?.turn ?? {};
      if (toolsOff === true || offered === undefined || offered.has(ctx.toolId)) return;
      throw agentErrors.create('AGENT_TOOL_NOT_OFFERED', { tool: ctx.toolId });
    },
  };
  const enter: ToolHook = {
    name: 'turn-order',
    priority: first,
    willAcquireQuota(ctx) {
      const call = ownCallState(ctx);
      if (call === undefined) return undefined;
      if (call.turn.toolsOff) throw stepsUsed(ctx, core);
      return call.gate.wait(call.index);
    },
    didCacheHit(ctx) {
      const turn = originalTurn(ctx, core);
      if (turn !== undefined) ctx.setMeta('originalTurn', turn);
    },
    willExecute(ctx) {
      leaveToCaller(ctx, core);
      if (!ctx.data.has(began)) ctx.data.set(began, performance.now());
    },
    onMetrics(ctx) {
      const call = findCallState(ctx);
      if (call === undefined || !ctx.executeBegan) return;
      const { counts, id } = call.turn;
      const { category } = ctx.policy;
      counts.calls += 1;
      counts.byCategory[category] = (counts.byCategory[category] ?? 0) + 1;
      const fromMs = ctx.data.get(began);
      if (typeof fromMs === 'number') counts.toolMs = core.usage.add(id, fromMs, performance.now());
    },
  };
  const leave: ToolHook = {
    name: 'turn-slots',
    priority: last,
    willAcquireQuota(ctx) {
      const call = ownCallState(ctx);
      call?.gate.pass(call.index);
    },
    willAcquireSemaphore: (ctx) => ownCallState(ctx)?.turn.permits.acquire(() => ctx.signal),
    didReleaseSemaphore: (ctx) => ownCallState(ctx)?.turn.permits.release(),
  };
  return [provide, ...consentHooks(core), enter, leave];
}

/** Ends a call that the caller answers, once everything else lets it pass; a live conversation has nobody to leave it to. */
function leaveToCaller(ctx: ToolInvokeContext, { transport }: SessionCore): void {
  const call = ownCallState(ctx);
  if (call === undefined || call.answer !== undefined || transport.live || !isCallerAnswered(ctx.tool)) return;
  throw agentErrors.create('AGENT_CALLER_ANSWERS', { tool: ctx.toolId });
}

function stepsUsed({ toolId: tool }: ToolInvokeContext, { limits }: SessionCore): Error {
  return agentErrors.create('AGENT_STEPS_USED', { tool, limit: limits.stepsPerTurn });
}

/**
 * Returns the turn in which a key was first used: keys of our own contain it, for those of the provider it is
 * remembered.
 */
function originalTurn({ idempotencyKey }: ToolInvokeContext, { memory }: SessionCore): number | undefined {
  if (idempotencyKey?.startsWith('p:') === true) return memory.answered.get(idempotencyKey.slice(2));
  return idempotencyKey?.startsWith('h:') === true ? memory.totals.turns : undefined;
}
