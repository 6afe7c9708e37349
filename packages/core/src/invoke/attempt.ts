import type { Intent } from '../contract/intent.js';
import { isToolReply } from '../envelope/reply.js';
import { copyJson } from '../json/copy-json.js';
import { toolNotRunnable } from './call-errors.js';
import { noteCallInfo } from './call-info.js';
import { declaredIntents } from './declared-intents.js';
import { drain, isStream } from './drain-stream.js';
import { assign } from './history.js';
import type { Attempt, Invocation, Position } from './invocation.js';
import { runStage } from './run-stage.js';
import { untouchedInput } from './safe-history.js';
import { isThenable } from '../async/maybe-promise.js';
import { resultOf, traceEnd, traceStart } from './trace.js';
import { assertWanted, whileWanted } from './while-wanted.js';

/** [onRetry, from the second on] ▸ willExecute ▸ execute ▸ didExecute. */
export function runAttempt(inv: Invocation): unknown {
  // The common case: nothing but the tool itself.
  if (!inv.plan.hasHooks) {
    inv.attempt = 1;
    const result = execute(inv);
    return isThenable(result) ? result.then((output) => setOutput(inv, output)) : setOutput(inv, result);
  }
  return runAttemptWithHooks(inv);
}

function runAttemptWithHooks(inv: Invocation): unknown {
  assertWanted(inv);
  if (inv.streamed) return endAsBefore(inv);
  const attempt = (inv.current = newAttempt(inv));
  inv.attempt += 1;
  if (inv.attempt > 1) return startAgain(inv).then(() => tryOnce(inv, attempt));
  inv.firstInput = untouchedInput(inv);
  return tryOnce(inv, attempt);
}

/** The only attempt of a call without wrappers. */
export function beginAttempt(inv: Invocation): void {
  inv.current = newAttempt(inv);
  inv.attempt = 1;
  inv.attempting = true;
}

/** Runs the body of that attempt. */
export function executeBody(inv: Invocation): Promise<unknown> | undefined {
  const body = execute(inv);
  if (body instanceof Promise) return body.then((output) => setOutput(inv, output));
  setOutput(inv, body);
  return undefined;
}

/** That attempt has failed. */
export function failBody(inv: Invocation, thrown: unknown): void {
  inv.attempting = false;
  if (inv.current !== undefined) failAttempt(inv, inv.current, thrown);
}

/** Nothing that is there already is waited for. */
function tryOnce(inv: Invocation, attempt: Attempt): unknown {
  const fail = (thrown: unknown): never => {
    if (!attempt.abandoned) failAttempt(inv, attempt, thrown);
    throw thrown;
  };
  try {
    const looking = inv.plan.stages.willExecute === undefined ? undefined : runStage(inv, 'willExecute');
    const trying = looking === undefined ? runOnce(inv, attempt) : looking.then(() => runOnce(inv, attempt));
    return isThenable(trying) ? trying.then(undefined, fail) : trying;
  } catch (thrown) {
    return fail(thrown);
  }
}

function runOnce(inv: Invocation, attempt: Attempt): unknown {
  assertWanted(inv);
  if (attempt.abandoned) return undefined;
  const body = execute(inv);
  return isThenable(body) ? body.then((output) => seeOutput(inv, attempt, output)) : seeOutput(inv, attempt, body);
}

function seeOutput(inv: Invocation, attempt: Attempt, output: unknown): unknown {
  if (attempt.abandoned) return undefined;
  setOutput(inv, output);
  assertWanted(inv);
  const seeing = inv.plan.stages.didExecute === undefined ? undefined : runStage(inv, 'didExecute');
  return seeing === undefined ? endAttempt(inv) : seeing.then(() => endAttempt(inv));
}

function endAttempt(inv: Invocation): unknown {
  assertWanted(inv);
  return inv.output;
}

/** After a live chunk there is no new attempt: the caller has seen what the first one made. */
function endAsBefore(inv: Invocation): unknown {
  if (inv.current?.failed === true) throw inv.lastError;
  return inv.output;
}

function newAttempt({ current, intents }: Invocation): Attempt {
  const intentsBefore = current?.failed === true ? current.intentsBefore : (intents?.length ?? 0);
  if (intents !== undefined) intents.length = intentsBefore;
  return { intentsBefore, abandoned: false, failed: false };
}

function failAttempt(inv: Invocation, attempt: Attempt, thrown: unknown): void {
  if (resultOf(thrown) === 'responded') return;
  inv.lastError = thrown;
  attempt.failed = true;
  dropIntents(inv, attempt.intentsBefore, thrown);
}

/** Nobody waits for the attempt that runs: what it gives is dropped. */
export function abandonAttempt(inv: Invocation): void {
  if (inv.current === undefined) return;
  inv.current.abandoned = true;
  inv.current.failed = true;
  dropIntents(inv, inv.current.intentsBefore, undefined);
}

/** What was said with a failure that was returned, not thrown. */
const saidWith = new WeakMap<object, readonly Intent[]>();

/** What a failed attempt asked for is not wanted any more, except what it said with its failure. */
function dropIntents(inv: Invocation, before: number, thrown: unknown): void {
  const said = typeof thrown === 'object' && thrown !== null ? saidWith.get(thrown) : undefined;
  if (inv.intents === undefined && said === undefined) return;
  inv.intents = [...(inv.intents?.slice(0, before) ?? []), ...(said ?? [])];
}

/** A new attempt starts where the first one did: with its input, and with a signal that has not fired. */
async function startAgain(inv: Invocation): Promise<void> {
  if (inv.options.restoreInput !== false) inv.input = copyJson(inv.firstInput);
  inv.attemptCancel = undefined;
  await runStage(inv, 'onRetry');
  inv.retryDelayMs = undefined;
}

const executing: Position = Object.freeze({ stage: 'execute', name: '' });

/** Runs the body, here or where the port says; it is tracked until it stops. */
function execute(inv: Invocation): unknown {
  inv.at = executing;
  inv.executeBegan = true;
  inv.takesTime = true;
  const startMs = traceStart(inv);
  try {
    const answer = start(inv);
    if (!isThenable(answer) && !isStream(answer)) {
      const output = takeReply(inv, answer);
      if (inv.trace !== undefined) traceEnd(inv, 'execute', '', startMs, 'ok');
      return output;
    }
    return finish(inv, isStream(answer) ? drain(inv, answer) : answer, startMs);
  } catch (thrown) {
    throw leave(inv, thrown, startMs);
  }
}

function start(inv: Invocation): unknown {
  const { tool, options, input, ctx } = inv;
  if (options.execute !== undefined) return options.execute.execute(tool, input, ctx);
  if (typeof tool.execute !== 'function') throw toolNotRunnable(tool.id);
  return tool.execute(input, ctx);
}

async function finish(inv: Invocation, answer: PromiseLike<unknown>, startMs: number): Promise<unknown> {
  const body = Promise.resolve(answer).then((value) => (isStream(value) ? drain(inv, value) : value));
  const attempt = inv.current;
  const bodies = (inv.bodies ??= new Set());
  bodies.add(body);
  const stopped = () => void bodies.delete(body);
  body.then(stopped, stopped);
  try {
    const answered = await whileWanted(inv, body);
    const output = attempt?.abandoned === true ? undefined : takeReply(inv, answered);
    traceEnd(inv, 'execute', '', startMs, 'ok');
    return output;
  } catch (thrown) {
    throw leave(inv, thrown, startMs);
  }
}

function leave(inv: Invocation, thrown: unknown, startMs: number): unknown {
  noteCallInfo(inv, thrown, 'execute', '');
  traceEnd(inv, 'execute', '', startMs, resultOf(thrown));
  if (!inv.plan.hasHooks && resultOf(thrown) !== 'responded') dropIntents(inv, 0, thrown);
  return thrown;
}

/** The data of an answer; what came beside it is taken up. */
function takeReply(inv: Invocation, answer: unknown): unknown {
  if (!isToolReply(answer)) return answer;
  if (answer.meta !== undefined) takeMeta(inv, answer.meta);
  if (answer.error !== undefined) {
    saidWith.set(answer.error, declaredIntents(inv, answer.intents));
    throw answer.error;
  }
  for (const intent of answer.intents) inv.ctx.addIntent(intent);
  return answer.data;
}

function takeMeta(inv: Invocation, added: Readonly<Record<string, unknown>>): void {
  // The common case: nobody else has said anything.
  inv.meta = inv.meta === undefined ? { ...added } : { ...inv.meta, ...added };
}

function setOutput(inv: Invocation, output: unknown): unknown {
  assign(inv, 'output', output);
  return output;
}
