import type { Steps } from '../async/drive.js';
import type { Outcome } from '../contract/outcome.js';
import type { ToolHookStage } from '../contract/stage.js';
import { answersEarly } from '../tool/stage-rules.js';
import { isControl, type ControlRespond } from '../errors/control.js';
import { runSection } from './around.js';
import { throwIfCancelled, unlessCancelled } from './cancellation.js';
import { checkInput, checkOutput } from './check-schemas.js';
import type { Call } from './context/call.js';
import { stepOf, leaveThrown } from './trace.js';
import { clearOutput, keepSafeInput, keepSafeOutput } from './context/history.js';
import { errorLine, type Ending } from './error-line.js';
import { beginQuota, beginSemaphore, close, finish, releasesWhenSlow } from './release.js';
import type { Drawing } from './plan/planned-hook.js';
import { runRow, takeStep, type Rest } from './stage.js';

const releases: readonly ToolHookStage[] = ['didReleaseSemaphore', 'didReleaseQuota'];

/**
 * The way of a call to its output, as the lifecycle page draws it. Each tool has a plan of it in which the stages that
 * nobody takes part in are gone.
 */
const toOutput: Drawing = [
  // context
  'willCreateInvokeContext',
  'didCreateInvokeContext',
  // bind
  'willBindProviders',
  // policy
  'willAuthorize',
  'willCheckConsent',
  'willCheckFeatureFlags',
  // capacity
  { step: beginQuota, ifAny: releases },
  'willAcquireQuota',
  { step: beginSemaphore, ifAny: releases },
  'willAcquireSemaphore',
  // input
  'willParseInput',
  checkInput,
  'willValidateInput',
  'willNormalizeInput',
  'willRedactInput',
  keepSafeInput,
  'willInjectSecrets',
  // cache: willReadCache ▸ didCacheHit | didCacheMiss
  { step: readCache, ifAny: ['willReadCache', 'didCacheMiss'] },
  // run: aroundExecute( [onRetry] ▸ willExecute ▸ execute ▸ didExecute ) ▸ [onGiveUp]
  runSection,
];

/** The way from an output to its final form. */
const shaping: Drawing = [
  'willRedactOutput',
  keepSafeOutput,
  'willValidateOutput',
  checkOutput,
  'willTransformOutput',
  { step: throwIfCancelled, ifAny: ['willTransformOutput'] },
];

/** All that is planned for each tool; audit, releases and the end follow in `life`. */
export const drawings = Object.freeze({ toOutput, toAnswer: ['willWriteCache', ...shaping] as Drawing, shaping });

const success: Outcome = Object.freeze({ kind: 'success' });

/**
 * The life of one call. It yields what is really pending, and nothing else.
 *
 *     context ▸ bind ▸ policy ▸ capacity ▸ input ▸ cache ▸ around(execute) ▸ post ▸ finalize
 *                  └─ an answer on the way ─────────────────────────────▸ post
 *                  └─ a failure ▸ error line ▸ finalize
 */
export function* life(call: Call): Steps<Ending> {
  const { ways, audit } = call.plan;
  try {
    // context ▸ bind ▸ policy ▸ capacity ▸ input ▸ cache ▸ run
    for (let at = 0; at < ways.toOutput.length; at += 1) {
      const rest = takeStep(call, ways.toOutput[at]);
      if (rest !== undefined) yield* rest;
    }
    call.outcome = success;
  } catch (caught) {
    leaveThrown(call, caught);
    // A call that has given up fails for that: a cancel came too late.
    const thrown = call.step === 'onGiveUp' ? caught : unlessCancelled(call, caught);
    if (!isRespond(thrown)) return yield* errorLine(call, thrown);
    takeAnswer(call, thrown);
  }
  try {
    // post      willWriteCache ▸ willRedactOutput ▸ willValidateOutput ▸ [output check] ▸ willTransformOutput
    for (let at = 0; at < ways.toAnswer.length; at += 1) {
      const rest = takeStep(call, ways.toAnswer[at]);
      if (rest !== undefined) yield* rest;
    }
  } catch (thrown) {
    leaveThrown(call, thrown);
    clearOutput(call);
    return yield* errorLine(call, unlessCancelled(call, thrown));
  }
  finish(call);
  try {
    //         ▸ willAudit ▸ didAudit ▸ onMetrics
    const auditing = runRow(call, audit, releasesWhenSlow);
    if (auditing !== undefined) yield* auditing;
  } catch (thrown) {
    // Only an audit that is required throws.
    clearOutput(call);
    return yield* errorLine(call, thrown, 'audited');
  }
  // From here on nobody changes the result, not even those who have the last word.
  const { output } = call.values;
  //         ▸ didReleaseSemaphore ▸ didReleaseQuota
  // end       willFinalizeInvoke ▸ close what the request held ▸ output
  const closing = close(call);
  if (closing !== undefined) yield* closing;
  return { ok: true, output };
}

/** willReadCache ▸ didCacheHit | didCacheMiss */
function readCache(call: Call): Rest {
  const { willReadCache, didCacheMiss } = call.plan.stages;
  // The common case: there is no cache.
  return willReadCache === null ? runRow(call, didCacheMiss) : lookUp(call);
}

/** Reads the cache. A stored answer is a hit, like one that was marked; without an answer the call goes on. */
function* lookUp(call: Call): Steps<void> {
  const { willReadCache, didCacheHit, didCacheMiss } = call.plan.stages;
  let answer: ControlRespond | undefined;
  try {
    const reading = runRow(call, willReadCache);
    if (reading !== undefined) yield* reading;
  } catch (thrown) {
    leaveThrown(call, thrown);
    if (!isRespond(thrown) || call.cancellation?.cancelled === true) throw thrown;
    answer = thrown;
    call.cacheHit = true;
    call.outcome = { kind: 'responded', stage: 'willReadCache', cacheHit: true };
  }
  throwIfCancelled(call);
  const counting = runRow(call, call.cacheHit ? didCacheHit : didCacheMiss);
  if (counting !== undefined) yield* counting;
  if (answer !== undefined) throw answer;
  call.cacheHit = false;
}

/** Takes what a hook or the tool responded as the output. One of a gate is no result of the tool, and fits no schema. */
function takeAnswer(call: Call, response: ControlRespond): void {
  const stage = (stepOf(response) ?? call.step) as ToolHookStage | 'execute';
  call.values.checksOutput = !answersEarly(stage);
  call.outcome = { kind: 'responded', stage, cacheHit: call.cacheHit };
}

function isRespond(thrown: unknown): thrown is ControlRespond {
  return isControl(thrown) && thrown.kind === 'respond';
}
