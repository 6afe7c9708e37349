import type { Steps } from '../async/drive.js';
import { isThenable } from '../async/maybe-promise.js';
import type { Intent } from '../contract/intent.js';
import { declaredIntents } from '../envelope/declared-intents.js';
import { isToolReply } from '../envelope/reply.js';
import { toolNotRunnable } from '../errors/call-errors.js';
import { copyJson } from '../json/copy-json.js';
import { raceCancel, throwIfCancelled } from './cancellation.js';
import type { Attempt, Call, Position } from './context/call.js';
import { noteCallInfo, enterStep, leaveStep, leaveThrown, resultOf, suspendStep, traceEnd } from './trace.js';
import { assign, untouchedInput } from './context/history.js';
import { runRow } from './stage.js';
import { reportFrom } from './report.js';

/** [onRetry, from attempt 2] ▸ willExecute ▸ execute ▸ didExecute; gives the output. */
export function* runAttempt(call: Call): Steps<unknown> {
  const { run, plan, values } = call;
  throwIfCancelled(call);
  if (run.streamed) return endAsBefore(call);
  const attempt = newAttempt(call);
  run.current = attempt;
  run.attempt += 1;
  if (run.attempt > 1) yield* startAgain(call);
  else if (plan.stages.aroundExecute !== null) run.firstInput = untouchedInput(call);
  try {
    let rest = runRow(call, plan.stages.willExecute);
    if (rest !== undefined) yield* rest;
    throwIfCancelled(call);
    if (attempt.abandoned) return undefined;
    const answer = startBody(call);
    const output = isPending(answer) ? yield* finishBody(call, attempt, answer) : endBody(call, answer);
    if (attempt.abandoned) return undefined;
    assign(call, 'output', output);
    throwIfCancelled(call);
    rest = runRow(call, plan.stages.didExecute);
    if (rest !== undefined) yield* rest;
    throwIfCancelled(call);
    return values.output;
  } catch (thrown) {
    leaveThrown(call, thrown);
    if (!attempt.abandoned) failAttempt(call, attempt, thrown);
    throw thrown;
  }
}

/** After a live chunk there is no new attempt: the caller has seen what the first one made. */
function endAsBefore({ run, values }: Call): unknown {
  if (run.current?.failed === true) throw run.lastError;
  return values.output;
}

/** A new attempt starts where the first one did: with its input, and with a signal that has not fired. */
function* startAgain(call: Call): Steps<void> {
  const { run, values, options } = call;
  if (options.restoreInput !== false) values.input = copyJson(run.firstInput);
  run.cancel = undefined;
  const retrying = runRow(call, call.plan.stages.onRetry);
  if (retrying !== undefined) yield* retrying;
  run.retryDelayMs = undefined;
}

function newAttempt({ run: { current }, additions: { intents } }: Call): Attempt {
  const intentsBefore = current?.failed === true ? current.intentsBefore : (intents?.length ?? 0);
  if (intents !== undefined) intents.length = intentsBefore;
  return { intentsBefore, abandoned: false, failed: false, cancel: undefined };
}

function failAttempt(call: Call, attempt: Attempt, thrown: unknown): void {
  if (resultOf(thrown) === 'responded') return;
  call.run.lastError = thrown;
  attempt.failed = true;
  dropIntents(call, attempt.intentsBefore, thrown);
}

/** Drops the attempt that runs: nobody waits for what it gives. */
export function abandonAttempt(call: Call): void {
  const { current } = call.run;
  if (current === undefined) return;
  current.abandoned = true;
  current.failed = true;
  dropIntents(call, current.intentsBefore, undefined);
}

/** Intents that came with a failure which was returned, not thrown. */
const intentsOfFailure = new WeakMap<object, readonly Intent[]>();

/** Drops the intents of a failed attempt, except those that came with its failure. */
function dropIntents({ additions }: Call, before: number, thrown: unknown): void {
  const kept = typeof thrown === 'object' && thrown !== null ? intentsOfFailure.get(thrown) : undefined;
  if (additions.intents === undefined && kept === undefined) return;
  additions.intents = [...(additions.intents?.slice(0, before) ?? []), ...(kept ?? [])];
}

const executing: Position = Object.freeze({ stage: 'execute', name: '' });

/** Starts the body, here or where the port says. */
function startBody(call: Call): unknown {
  const { tool, options, values, ctx } = call;
  enterStep(call, executing);
  call.run.began = true;
  values.timePassed = true;
  if (options.execute !== undefined) return options.execute.execute(tool, values.input, ctx);
  if (typeof tool.execute !== 'function') throw toolNotRunnable(tool.id);
  return tool.execute(values.input, ctx);
}

function isPending(answer: unknown): answer is PromiseLike<unknown> | AsyncIterable<unknown> {
  return isThenable(answer) || isStream(answer);
}

function endBody(call: Call, answer: unknown): unknown {
  const output = takeReply(call, answer);
  leaveStep(call, 'ok');
  return output;
}

/** Waits for a body that did not answer at once. */
function* finishBody(
  call: Call,
  attempt: Attempt,
  started: PromiseLike<unknown> | AsyncIterable<unknown>,
): Steps<unknown> {
  const startMs = suspendStep(call);
  try {
    let answer: unknown = started;
    if (isThenable(answer)) answer = yield tracked(call, attempt, answer);
    if (isStream(answer)) answer = yield tracked(call, attempt, drain(call, answer));
    const output = attempt.abandoned ? undefined : takeReply(call, answer);
    traceEnd(call, executing, startMs, 'ok');
    return output;
  } catch (thrown) {
    noteCallInfo(call, thrown, executing);
    traceEnd(call, executing, startMs, resultOf(thrown));
    throw thrown;
  }
}

/** Tracks a body until it stops, if somebody may turn away from it before. */
function tracked(call: Call, attempt: Attempt, work: PromiseLike<unknown>): PromiseLike<unknown> {
  const { run, cancellation, plan } = call;
  // The common case: nobody can.
  if (cancellation === undefined && plan.stages.aroundExecute === null) return work;
  // A stream that begins when nobody waits any more is closed all the same.
  const body = Promise.resolve(work).then((answer) => (isStream(answer) ? drain(call, answer) : answer));
  const bodies = (run.bodies ??= new Map());
  attempt.cancel ??= run.cancel;
  bodies.set(body, attempt);
  const stopped = () => void bodies.delete(body);
  body.then(stopped, stopped);
  return raceCancel(call, body);
}

/** Takes the data out of a reply, and keeps what came beside it. */
function takeReply(call: Call, answer: unknown): unknown {
  if (!isToolReply(answer)) return answer;
  const { additions, options, ctx } = call;
  if (answer.meta !== undefined) additions.meta = { ...additions.meta, ...answer.meta };
  if (answer.error !== undefined) {
    intentsOfFailure.set(answer.error, declaredIntents(ctx, options.intents, answer.intents));
    throw answer.error;
  }
  for (const intent of answer.intents) ctx.addIntent(intent);
  return answer.data;
}

/** True for what `execute` may give instead of a value: chunks, one after another. */
function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * Reads a stream to its end. Chunks go out live only if every hook that redacts the output can redact chunks too; else
 * the whole output leaves at the end. The output is what the stream returns, or all chunks together.
 */
async function drain(call: Call, stream: AsyncIterable<unknown>): Promise<unknown> {
  const iterator = stream[Symbol.asyncIterator]();
  const { current } = call.run;
  const { signal } = call.ctx;
  const stop = () => void closeStream(call, iterator);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const chunks: unknown[] = [];
  const live = chunkPath(call);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await iterator.next();
      signal.throwIfAborted();
      if (done === true) return value === undefined ? join(chunks) : value;
      chunks.push(value);
      if (live !== undefined && !call.settled && current?.abandoned !== true) await send(call, iterator, live, value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function send(call: Call, iterator: AsyncIterator<unknown>, live: ChunkPath, chunk: unknown): Promise<void> {
  try {
    await live(chunk);
  } catch (thrown) {
    await closeStream(call, iterator);
    throw thrown;
  }
}

/** Lets the stream clean up; whatever comes of that, the call ends for another reason. */
async function closeStream(call: Call, iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (thrown) {
    reportFrom(call, thrown);
  }
}

type ChunkPath = (chunk: unknown) => Promise<void>;

/**
 * Gives the way out for chunks: through every redaction, to whoever listens; undefined if none may leave yet. What the filter of
 * a redaction will say at the end is not known now, so that each counts as active.
 */
function chunkPath(call: Call): ChunkPath | undefined {
  const { onChunk } = call.options;
  if (onChunk === undefined) return undefined;
  const redactors = (call.plan.stages.willRedactOutput?.hooks ?? []).map(({ slot }) => call.hooks[slot]);
  if (redactors.some((hook) => typeof hook?.redactChunk !== 'function')) return undefined;
  return async (chunk) => {
    let safe = chunk;
    for (const hook of redactors) safe = await hook?.redactChunk?.(safe, call.ctx);
    call.run.streamed = true;
    await onChunk(safe);
  };
}

function join(chunks: readonly unknown[]): unknown {
  return chunks.every((chunk) => typeof chunk === 'string') ? chunks.join('') : chunks;
}
