import type { ApprovalStore, Sleep, ToolHook, ToolInvokeContext } from '@helve/core';
import { aDuration, aFunction, aPort, check } from '@helve/core/options';
import { latency, type LateCall } from '../capacity/latency.js';
import { checkHookOptions } from '../check-hook-options.js';
import { idempotency } from '../data/idempotency.js';
import { isSafe } from '../is-safe.js';
import { modes } from '../policy/modes.js';
import type { Preview } from '../policy/preview.js';
import { priorities } from '../priorities.js';
import { loops, type LoopsOptions } from '../resilience/loops.js';
import { retry } from '../resilience/retry.js';
import { timeout, type After } from '../resilience/timeout.js';
import { turnBudget } from './turn-budget.js';
import { turnConfirm } from './turn-confirm.js';
import { turnRules, type TurnRules } from './turn-rules.js';
import type { TurnStores } from './turn-stores.js';
import { turnTime } from './turn-time.js';

export interface TurnPolicyOptions {
  /** Overrides of `turnRules`, by mode. */
  readonly rules?: { readonly [mode: string]: Partial<TurnRules> };
  /** Store for questions to people. Default: part of the session. */
  readonly approvals?: ApprovalStore;
  readonly approvalTtlMs?: number;
  readonly preview?: Preview;
  readonly loops?: LoopsOptions;
  /** Lifetime of a result for repetitions of its key. Default: a day. */
  readonly replayTtlMs?: number;
  /** Receives every late call, in addition to the warning in the answer. */
  readonly onLate?: (late: LateCall) => void;
  readonly sleep?: Sleep;
  readonly after?: After;
}

const checks = {
  rules: check('rules by mode', isRules),
  approvals: aPort('put', 'get', 'take', 'decide'),
  approvalTtlMs: aDuration,
  preview: aFunction,
  loops: check('options of the hook', (value) => typeof value === 'object' && value !== null),
  replayTtlMs: aDuration,
  onLate: aFunction,
  sleep: aFunction,
  after: aFunction,
};

/**
 * Creates the rules of an agent's calls, for one session with its own stores:
 *
 *     mode ▸ person ▸ loops ▸ budget ▸ (input) ▸ replays ▸ deadline(retry(execute)) ▸ lateness
 */
export function turnPolicy(options: TurnPolicyOptions = {}): (stores: TurnStores) => readonly ToolHook[] {
  const {
    rules = {},
    approvals,
    approvalTtlMs,
    preview,
    replayTtlMs,
    onLate,
    sleep,
    after,
    ...rest
  } = checkHookOptions('turnPolicy', options, checks);
  const known = new Map(modesOf(rules).map((mode) => [mode, Object.freeze({ ...baseOf(mode), ...rules[mode] })]));
  const rulesOf = ({ call }: ToolInvokeContext): TurnRules => known.get(call.mode ?? '') ?? turnRules.text;
  const warnOfLate = onLate === undefined ? {} : { warn: onLate };

  return (stores) =>
    Object.freeze([
      modes(),
      turnConfirm({
        store: approvals ?? stores.approvals,
        needsPerson: (ctx) => stores.needsPerson(ctx),
        ...(approvalTtlMs === undefined ? {} : { ttlMs: approvalTtlMs }),
        ...(preview === undefined ? {} : { preview }),
      }),
      loops(rest.loops),
      turnBudget(stores.counters, rulesOf),
      idempotency({ store: stores.replays, ...(replayTtlMs === undefined ? {} : { ttlMs: replayTtlMs }) }),
      ...deadlines(rulesOf, after),
      ...retries(known, sleep),
      latency({
        ...warnOfLate,
        budgetMs: (ctx) => (ctx.policy.category === 'retrieval' ? rulesOf(ctx).retrievalMs : undefined),
      }),
      latency(warnOfLate),
      turnTime(stores.toolClock, rulesOf),
    ]);
}

/** Limits the time of all attempts of a call together, including the waits between them. */
function deadlines(rulesOf: (ctx: ToolInvokeContext) => TurnRules, after: After | undefined): readonly ToolHook[] {
  const hook = timeout({ attemptMs: (ctx) => rulesOf(ctx).deadlineMs, ...(after === undefined ? {} : { after }) });
  return [{ ...hook, name: 'deadline', priority: () => priorities.retry + 50 }];
}

/** Creates one hook for each number of attempts. A key made by the agent does not make a tool safe to run twice. */
function retries(known: ReadonlyMap<string, TurnRules>, sleep: Sleep | undefined): readonly ToolHook[] {
  const attemptsOf = ({ call }: ToolInvokeContext) => (known.get(call.mode ?? '') ?? turnRules.text).attempts;
  const counts = new Set(
    [...known.values(), turnRules.text].map(({ attempts }) => attempts).filter((count) => count > 1),
  );
  return [...counts].map((maxAttempts) => ({
    ...retry({ maxAttempts, ...(sleep === undefined ? {} : { sleep }) }),
    filter: (ctx: ToolInvokeContext) => isSafe(ctx.policy) && attemptsOf(ctx) === maxAttempts,
  }));
}

function modesOf(rules: NonNullable<TurnPolicyOptions['rules']>): readonly string[] {
  return [...new Set([...Object.keys(turnRules), ...Object.keys(rules)])];
}

function baseOf(mode: string): TurnRules {
  return mode === 'voice' ? turnRules.voice : turnRules.text;
}

const ruleNames: ReadonlySet<string> = new Set(Object.keys(turnRules.voice));

function isRules(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((rules: unknown) => {
    if (typeof rules !== 'object' || rules === null) return false;
    return Object.entries(rules).every(([name, limit]) => ruleNames.has(name) && isLimit(limit));
  });
}

function isLimit(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
}
