import type { Steps } from '../async/drive.js';
import type { Outcome } from '../contract/outcome.js';
import type { ToolHookStage } from '../contract/stage.js';
import { answersEarly } from '../tool/stage-rules.js';
import { isControl, type ControlRespond } from '../errors/control.js';
import { runSection } from './around.js';
import { throwIfCancelled, unlessCancelled } from './cancellation.js';
import { checkInput } from './check-schemas.js';
import type { Call } from './context/call.js';
import { stepOf, leaveThrown } from './trace.js';
import { clearOutput, keepSafeInput } from './context/history.js';
import { errorLine, type Ending } from './error-line.js';
import { beginQuota, beginSemaphore, close, finish, releasesWhenSlow } from './release.js';
import { shapeOutput } from './shape-output.js';
import { runRow, type Rest } from './stage.js';

const success: Outcome = Object.freeze({ kind: 'success' });

/**
 * The life of one call. It yields what is really pending, and nothing else.
 *
 *     context ▸ bind ▸ policy ▸ capacity ▸ input ▸ cache ▸ around(execute) ▸ post ▸ finalize
 *                  └─ an answer on the way ─────────────────────────────▸ post
 *                  └─ a failure ▸ error line ▸ finalize
 */
export function* life(call: Call): Steps<Ending> {
  const { stages, rows } = call.plan;
  let rest: Rest;
  try {
    // context   willCreateInvokeContext ▸ didCreateInvokeContext
    // bind      willBindProviders
    // policy    willAuthorize ▸ willCheckConsent ▸ willCheckFeatureFlags
    rest = runRow(call, rows.opening);
    if (rest !== undefined) yield* rest;

    // capacity  willAcquireQuota ▸ willAcquireSemaphore
    beginQuota(call);
    rest = runRow(call, stages.willAcquireQuota);
    if (rest !== undefined) yield* rest;
    beginSemaphore(call);
    rest = runRow(call, stages.willAcquireSemaphore);
    if (rest !== undefined) yield* rest;

    // input     willParseInput ▸ [input check] ▸ willValidateInput ▸ willNormalizeInput ▸ willRedactInput ▸ willInjectSecrets
    rest = runRow(call, stages.willParseInput);
    if (rest !== undefined) yield* rest;
    rest = checkInput(call);
    if (rest !== undefined) yield* rest;
    rest = runRow(call, rows.input);
    if (rest !== undefined) yield* rest;
    keepSafeInput(call);
    rest = runRow(call, stages.willInjectSecrets);
    if (rest !== undefined) yield* rest;

    // cache     willReadCache ▸ didCacheHit | didCacheMiss
    if (stages.willReadCache !== null) yield* readCache(call);
    rest = call.cacheHit ? undefined : runRow(call, stages.didCacheMiss);
    if (rest !== undefined) yield* rest;
    call.cacheHit = false;

    // run       aroundExecute( [onRetry] ▸ willExecute ▸ execute ▸ didExecute ) ▸ [onGiveUp]
    yield* runSection(call);
    call.outcome = success;
  } catch (caught) {
    leaveThrown(call, caught);
    // A call that has given up fails for that: a cancel came too late.
    const thrown = call.step === 'onGiveUp' ? caught : unlessCancelled(call, caught);
    if (!isRespond(thrown)) return yield* errorLine(call, thrown);
    takeAnswer(call, thrown);
  }
  return yield* post(call);
}

/** Reads the cache. A stored answer is a hit, like one that was marked; without an answer the call goes on. */
function* readCache(call: Call): Steps<void> {
  const { willReadCache, didCacheHit } = call.plan.stages;
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
  const counting = call.cacheHit ? runRow(call, didCacheHit) : undefined;
  if (counting !== undefined) yield* counting;
  if (answer !== undefined) throw answer;
}

/** Takes what a hook or the tool responded as the output. One of a gate is no result of the tool, and fits no schema. */
function takeAnswer(call: Call, response: ControlRespond): void {
  const stage = (stepOf(response) ?? call.step) as ToolHookStage | 'execute';
  call.values.checksOutput = !answersEarly(stage);
  call.outcome = { kind: 'responded', stage, cacheHit: call.cacheHit };
}

/** post ▸ end, for a success and for an answer on the way. */
function* post(call: Call): Steps<Ending> {
  const { stages, rows } = call.plan;
  let rest: Rest;
  try {
    // post      willWriteCache ▸ willRedactOutput ▸ willValidateOutput ▸ [output check] ▸ willTransformOutput
    rest = runRow(call, stages.willWriteCache);
    if (rest !== undefined) yield* rest;
    rest = shapeOutput(call);
    if (rest !== undefined) yield* rest;
  } catch (thrown) {
    leaveThrown(call, thrown);
    clearOutput(call);
    return yield* errorLine(call, unlessCancelled(call, thrown));
  }
  finish(call);
  try {
    //         ▸ willAudit ▸ didAudit ▸ onMetrics
    rest = runRow(call, rows.audit, releasesWhenSlow);
    if (rest !== undefined) yield* rest;
  } catch (thrown) {
    // Only an audit that is required throws.
    clearOutput(call);
    return yield* errorLine(call, thrown, 'audited');
  }
  // From here on nobody changes the result, not even those who have the last word.
  const { output } = call.values;
  //         ▸ didReleaseSemaphore ▸ didReleaseQuota
  // end       willFinalizeInvoke ▸ close what the request held ▸ output
  rest = close(call);
  if (rest !== undefined) yield* rest;
  return { ok: true, output };
}

function isRespond(thrown: unknown): thrown is ControlRespond {
  return isControl(thrown) && thrown.kind === 'respond';
}
