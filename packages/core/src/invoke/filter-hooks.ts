import type { ToolHookStage } from '../contract/stage.js';
import { isGate, isPast } from '../tool/stage-rules.js';
import { noteCallInfo } from './call-info.js';
import type { PlannedHook } from './life-step.js';
import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';
import { isThenable } from '../async/maybe-promise.js';
import { resultOf, traceEnd, traceGap, traceStart } from './trace.js';
import { untilObserved } from './wait-for-observer.js';
import { isCancelError, whileWanted } from './while-wanted.js';

/** The hooks of a stage that want to take part, all asked before the first one runs: none can switch off a later one. */
export function keepHooks(
  inv: Invocation,
  stage: ToolHookStage,
  hooks: readonly PlannedHook[],
): readonly PlannedHook[] | Promise<readonly PlannedHook[]> {
  // The common case: nobody has one.
  if (!inv.plan.hasFilters) return hooks;
  // What was acquired is given back, whatever a filter says by now.
  if (stage === 'didReleaseQuota' || stage === 'didReleaseSemaphore') return hooks;
  return hooks.some(({ hasFilter }) => hasFilter) ? askFilters(inv, stage, hooks, 0, []) : hooks;
}

/** The synchronous way, as far as it goes. */
function askFilters(
  inv: Invocation,
  stage: ToolHookStage,
  hooks: readonly PlannedHook[],
  from: number,
  active: PlannedHook[],
): readonly PlannedHook[] | Promise<readonly PlannedHook[]> {
  for (let index = from; index < hooks.length; index += 1) {
    const hook = hooks[index];
    if (hook === undefined) break;
    inv.at = hook;
    const startMs = traceStart(inv);
    try {
      const answer = hook.hasFilter ? inv.hooks[hook.slot]?.filter?.(inv.ctx) : true;
      if (isThenable(answer)) return finishFilters(inv, stage, hooks, index, active, answer, startMs);
      take(inv, stage, hook, active, answer, startMs);
    } catch (thrown) {
      leaveThrown(inv, stage, hook, startMs, thrown);
    }
  }
  return active;
}

/** From the first promise on. */
async function finishFilters(
  inv: Invocation,
  stage: ToolHookStage,
  hooks: readonly PlannedHook[],
  index: number,
  active: PlannedHook[],
  pending: PromiseLike<unknown>,
  startMs: number,
): Promise<readonly PlannedHook[]> {
  const hook = hooks[index];
  if (hook === undefined) return active;
  try {
    const answer = await (isPast(stage)
      ? untilObserved(inv, pending, stage, hook.name)
      : whileWanted(inv, pending, { stage, hook: hook.name }));
    traceGap(inv);
    take(inv, stage, hook, active, answer, startMs);
  } catch (thrown) {
    leaveThrown(inv, stage, hook, startMs, thrown);
  }
  return askFilters(inv, stage, hooks, index + 1, active);
}

function take(
  inv: Invocation,
  stage: ToolHookStage,
  hook: PlannedHook,
  active: PlannedHook[],
  answer: unknown,
  startMs: number,
): void {
  if (answer) active.push(hook);
  else traceEnd(inv, stage, hook.name, startMs, 'skipped');
}

/** A gate whose filter fails is a gate that fails. */
function leaveThrown(inv: Invocation, stage: ToolHookStage, hook: PlannedHook, startMs: number, thrown: unknown): void {
  if (stage === 'willAudit') inv.unrecorded = true;
  const isRequired = isGate(stage) || (stage === 'willAudit' && inv.options.auditMode === 'required');
  if (isRequired || isCancelError(inv, thrown)) {
    noteCallInfo(inv, thrown, stage, hook.name);
    traceEnd(inv, stage, hook.name, startMs, resultOf(thrown));
    throw thrown;
  }
  traceEnd(inv, stage, hook.name, startMs, 'ignored');
  reportFrom(inv, thrown, { stage, hook: hook.name });
}
