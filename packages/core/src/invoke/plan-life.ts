import type { Outcome } from '../contract/outcome.js';
import type { ToolHookStage } from '../contract/stage.js';
import { beginAttempt, executeBody } from './attempt.js';
import { releaseEarly, startQuota, startSemaphore } from './capacity.js';
import { checkInput, checkOutput } from './check-schemas.js';
import { closeCall, finish, fixResult, settle } from './finish.js';
import type { HookPlan } from './hook-plan.js';
import type { Invocation } from './invocation.js';
import { ownStep, skipsStage, type LifeStep, type OwnStep } from './life-step.js';
import { runBody } from './run-body.js';
import { runStage } from './run-stage.js';
import { keepSafeInput, keepSafeOutput } from './safe-history.js';

/** How most calls end. */
export const success: Outcome = Object.freeze({ kind: 'success' });

/** A life that goes well, as one list. Nobody else gets hold of it, so it is not frozen: a frozen list is slow to walk. */
export interface Life {
  readonly steps: readonly LifeStep[];
  /** How a call goes on that was answered on the way. */
  readonly answering: readonly LifeStep[];
  /** The part in which an output gets its final form. */
  readonly shaping: readonly LifeStep[];
  /** Gives back what the call holds when audit or metrics take long. */
  readonly releaseEarly: (inv: Invocation) => void;
}

/**
 * The life of one call under its hooks. Stages without any are gone.
 *
 *     context ▸ bind ▸ policy ▸ capacity ▸ input ▸ cache ▸ around(execute) ▸ post ▸ finalize
 */
export function planLife(plan: HookPlan): Life {
  // The common case: all tools without hooks lead the same life.
  return plan.hasHooks ? planSteps(plan) : (bareLife ??= planSteps(plan));
}

let bareLife: Life | undefined;

function planSteps(plan: HookPlan): Life {
  const { stages, hasReleases, onlyRelease } = plan;
  const holdsCapacity = hasPairs(plan);
  const steps: LifeStep[] = [];
  const own = (stage: LifeStep['stage'], step: OwnStep) => void steps.push(ownStep(stage, step));
  const last = (stage: LifeStep['stage'], step: OwnStep) => void steps.push(ownStep(stage, step, false));
  const hooks = (...names: readonly ToolHookStage[]) => {
    for (const stage of names) steps.push(...stepsOf(stage, stages));
  };

  // Without wrappers there is one attempt, and nothing of it is left behind: its steps, and those of the end, stand here.
  const attempt = () => {
    own('willExecute', beginAttempt);
    hooks('willExecute');
    own('execute', executeBody);
    hooks('didExecute');
  };
  const close = () => {
    if (stages.aroundExecute !== undefined || holdsCapacity) {
      last('willFinalizeInvoke', closeCall);
      return;
    }
    last('didReleaseSemaphore', fixResult);
    steps.push(...onlyRelease);
    hooks('willFinalizeInvoke');
    last('willFinalizeInvoke', settle);
  };

  hooks('willCreateInvokeContext', 'didCreateInvokeContext', 'willBindProviders');
  hooks('willAuthorize', 'willCheckConsent', 'willCheckFeatureFlags');
  if (hasReleases) own('willAcquireQuota', startQuota);
  hooks('willAcquireQuota');
  if (hasReleases) own('willAcquireSemaphore', startSemaphore);
  hooks('willAcquireSemaphore');
  hooks('willParseInput');
  own('inputCheck', checkInput);
  hooks('willValidateInput', 'willNormalizeInput', 'willRedactInput');
  own('willRedactInput', keepSafeInput);
  hooks('willInjectSecrets', 'willReadCache');
  if (stages.willReadCache !== undefined) own('didCacheMiss', tellHit);
  hooks('didCacheMiss');
  if (stages.aroundExecute === undefined) attempt();
  else own('aroundExecute', runBody);
  own('execute', succeed);
  const answerAt = steps.length;
  hooks('willWriteCache');
  const shapeAt = steps.length;
  hooks('willRedactOutput');
  own('willRedactOutput', keepSafeOutput);
  hooks('willValidateOutput');
  own('outputCheck', checkOutput);
  hooks('willTransformOutput');
  const shaping = steps.slice(shapeAt);
  own('willAudit', finish);
  hooks('willAudit', 'didAudit', 'onMetrics');
  const answering = [...steps.slice(answerAt), ownStep('willFinalizeInvoke', closeCall, false)];
  close();
  return Object.freeze({ steps, answering, shaping, releaseEarly });
}

/** Whether a hook may take something that it has to give back. */
function hasPairs({ stages: { willAcquireQuota = [], willAcquireSemaphore = [] } }: HookPlan): boolean {
  return [...willAcquireQuota, ...willAcquireSemaphore].some(({ release }) => release !== undefined);
}

/** The hooks one by one; where some have a filter, all are asked before the first one runs. */
function stepsOf(stage: ToolHookStage, stages: HookPlan['stages']): readonly LifeStep[] {
  const planned = stages[stage] ?? [];
  return planned.some(({ hasFilter }) => hasFilter)
    ? [ownStep(stage, (inv) => runStage(inv, stage), planned[0]?.stoppable)]
    : planned;
}

/** Nobody has answered: a miss, unless a hit was marked; then those who count hits are told instead. */
function tellHit(inv: Invocation): Promise<typeof skipsStage> | typeof skipsStage | undefined {
  if (!inv.cacheHit) return undefined;
  const telling = runStage(inv, 'didCacheHit');
  return telling === undefined ? forgetHit(inv) : telling.then(() => forgetHit(inv));
}

function forgetHit(inv: Invocation): typeof skipsStage {
  inv.cacheHit = false;
  return skipsStage;
}

function succeed(inv: Invocation): void {
  inv.outcome = success;
  inv.attempting = false;
  inv.answered = true;
}
