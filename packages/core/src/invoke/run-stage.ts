import { isPast, stageTable, type StageEffect, type StageRow, type ToolHookStage } from '../contract/stage.js';
import { isControl } from '../errors/control.js';
import { noteCallInfo } from './call-info.js';
import { noteAcquired, releaseWhenLate } from './capacity.js';
import { keepHooks } from './filter-hooks.js';
import type { PlannedHook } from './hook-plan.js';
import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';
import { isThenable } from './thenable.js';
import { resultOf, traceEnd, traceStart } from './trace.js';
import { assertWanted, isCancelError, whileWanted } from './while-wanted.js';

const rows = new Map<ToolHookStage, StageRow>(stageTable.map((row) => [row.stage, row]));

/** Runs the hooks of a stage one after another; a promise only if one of them gave one. */
export function runStage(inv: Invocation, stage: ToolHookStage): Promise<void> | undefined {
  const hooks = inv.plan.stages[stage];
  if (hooks === undefined) return undefined;
  const kept = keepHooks(inv, stage, hooks);
  return kept instanceof Promise
    ? kept.then((active) => runHooks(inv, stage, active, 0))
    : runHooks(inv, stage, kept, 0);
}

/** The synchronous way, as far as it goes. */
function runHooks(
  inv: Invocation,
  stage: ToolHookStage,
  hooks: readonly PlannedHook[],
  from: number,
): Promise<void> | undefined {
  for (let index = from; index < hooks.length; index += 1) {
    const hook = hooks[index];
    if (hook === undefined) break;
    const startMs = enterHook(inv, stage, hook);
    let result: unknown;
    try {
      result = inv.hooks[hook.slot]?.[stage]?.(inv.ctx, noNext);
    } catch (thrown) {
      if (leaveThrown(inv, stage, hook, startMs, thrown) === 'stop') return undefined;
      continue;
    }
    if (isThenable(result)) return finishHooks(inv, stage, hooks, index, result, startMs);
    leaveHook(inv, stage, hook, startMs);
    if (inv.cancellation !== undefined && !isPast(stage)) assertWanted(inv);
  }
  return undefined;
}

/** From the first promise on. */
async function finishHooks(
  inv: Invocation,
  stage: ToolHookStage,
  hooks: readonly PlannedHook[],
  index: number,
  pending: PromiseLike<unknown>,
  startMs: number,
): Promise<void> {
  const hook = hooks[index];
  if (hook === undefined) return;
  try {
    await (isPast(stage) ? pending : whileWanted(inv, pending, { stage, hook: hook.name }));
    leaveHook(inv, stage, hook, startMs);
  } catch (thrown) {
    if (isCancelError(inv, thrown)) releaseWhenLate(inv, stage, hook, pending);
    if (leaveThrown(inv, stage, hook, startMs, thrown) === 'stop') return;
  }
  await runHooks(inv, stage, hooks, index + 1);
}

function enterHook(inv: Invocation, stage: ToolHookStage, hook: PlannedHook): number {
  inv.step = stage;
  inv.hook = hook.name;
  return traceStart(inv);
}

function leaveHook(inv: Invocation, stage: ToolHookStage, hook: PlannedHook, startMs: number): void {
  noteAcquired(inv, stage, hook);
  if (inv.trace !== undefined) traceEnd(inv, stage, hook.name, startMs, 'ok');
}

/** What the table says about something thrown: rethrown, the end of this stage, or nothing. */
function leaveThrown(
  inv: Invocation,
  stage: ToolHookStage,
  hook: PlannedHook,
  startMs: number,
  thrown: unknown,
): 'stop' | 'next' {
  const effect = effectOf(inv, stage, thrown);
  noteCallInfo(inv, thrown, stage, hook.name);
  traceEnd(inv, stage, hook.name, startMs, effect === 'ignored' ? 'ignored' : resultOf(thrown));
  if (effect === 'replaces') return 'stop';
  if (effect !== 'ignored') throw thrown;
  reportFrom(inv, thrown, { stage, hook: hook.name });
  return 'next';
}

function effectOf(inv: Invocation, stage: ToolHookStage, thrown: unknown): StageEffect {
  const row = rows.get(stage);
  if (row === undefined || (isCancelError(inv, thrown) && !isPast(stage))) return 'fail';
  if (stage === 'willAudit' && inv.options.auditMode === 'required' && !isRespond(thrown)) return 'fail';
  if (!isControl(thrown)) return row.unknown;
  return thrown.kind === 'respond' ? row.respond : row.refuse;
}

function isRespond(thrown: unknown): boolean {
  return isControl(thrown) && thrown.kind === 'respond';
}

/** `aroundExecute` never comes here; its second argument keeps the call well typed. */
const noNext = () => Promise.resolve(undefined);
