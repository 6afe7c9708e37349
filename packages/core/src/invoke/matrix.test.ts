import { callTool, stageTable } from '@helve/core';
import type { Outcome, ToolHook, ToolHookStage, ToolInvokeContext, ToolRecord, ToolResponse } from '@helve/core';
import { describe, expect, test } from 'vitest';

/**
 * In each of the 32 stages a hook called `actor` does one of these, between two hooks that take part everywhere and do
 * nothing. What must follow is worked out below from the table, by a slow and literal reading of the lifecycle.
 */
const kinds = ['throw', 'respond', 'abort', 'retryAfter', 'cancel', 'filter', 'retry'] as const;
type Kind = (typeof kinds)[number];
type Ending = Exclude<Kind, 'filter' | 'retry'>;
type Traced = readonly [stage: string, hook: string, result: string];

const rows = new Map(stageTable.map((row) => [row.stage, row]));
const order = stageTable.map(({ stage }) => stage);
const results = { throw: 'threw', respond: 'responded', abort: 'aborted', retryAfter: 'retryAfter', cancel: 'threw' };
const releaseOf: Record<string, ToolHookStage> = {
  willAcquireQuota: 'didReleaseQuota',
  willAcquireSemaphore: 'didReleaseSemaphore',
};
const isRelease = (stage: string) => Object.values(releaseOf).includes(stage as ToolHookStage);
/** From the audit on a cancel changes nothing. */
const isFixed = (stage: ToolHookStage) => order.indexOf(stage) >= order.indexOf('willAudit');
const between = (first: ToolHookStage, last: ToolHookStage) =>
  order.slice(order.indexOf(first), order.indexOf(last) + 1);

const plenty: Record<string, { readonly tries: number; readonly failures: number }> = {
  onRetry: { tries: 2, failures: 1 },
  onGiveUp: { tries: 2, failures: 2 },
  onError: { tries: 1, failures: 1 },
};

/** Attempts of the wrappers, and those of them that fail, so that the stage comes up at all. */
const attemptsFor = (target: ToolHookStage, kind: Kind) =>
  plenty[target] ?? { tries: kind === 'retry' ? 2 : 1, failures: 0 };

class End extends Error {
  readonly kind: Ending;
  readonly stage: ToolHookStage | 'execute';

  constructor(kind: Ending, stage: ToolHookStage | 'execute') {
    super(kind);
    this.kind = kind;
    this.stage = stage;
  }
}

/** The life that the table predicts. */
class ExpectedLife {
  readonly trace: Traced[] = [];
  outcome: Outcome = { kind: 'pending' };
  value = 'result';
  attempt = 0;
  executeBegan = false;
  error: End | undefined;
  readonly #target: ToolHookStage;
  readonly #kind: Kind;
  #acquired: [hook: string, release: ToolHookStage][] = [];
  #started = new Set<ToolHookStage>();
  #retried = false;

  constructor(target: ToolHookStage, kind: Kind) {
    this.#target = target;
    this.#kind = kind;
    this.#live();
  }

  #live(): void {
    try {
      this.#before();
      this.#run();
      this.outcome = { kind: 'success' };
    } catch (end) {
      if (!(end instanceof End) || end.kind !== 'respond') return this.#fail(end as End);
      const cacheHit = end.stage === 'willReadCache' || end.stage === 'didCacheHit';
      this.outcome = { kind: 'responded', stage: end.stage, cacheHit };
    }
    try {
      this.#post(this.outcome.kind === 'success' || !isEarly(this.outcome));
    } catch (end) {
      return this.#fail(end as End);
    }
    this.#close();
  }

  #before(): void {
    for (const stage of between('willCreateInvokeContext', 'willInjectSecrets')) {
      if (releaseOf[stage] !== undefined) this.#started.add(releaseOf[stage]);
      this.#stage(stage);
      if (stage === 'willParseInput') this.trace.push(['inputCheck', '', 'ok']);
    }
    try {
      this.#stage('willReadCache');
    } catch (end) {
      if (end instanceof End && end.kind === 'respond') this.#stage('didCacheHit');
      throw end;
    }
    this.#stage('didCacheMiss');
  }

  #run(): void {
    const wrappers = this.#asked('aroundExecute');
    const { tries } = attemptsFor(this.#target, this.#kind);
    const wrap = (index: number): void => {
      const hook = wrappers[index];
      if (hook === undefined) return this.#attempt();
      try {
        if (this.#acts('aroundExecute', hook)) throw this.#end('aroundExecute');
        for (let left = hook === 'first' ? tries : 1; left > 0; left -= 1) {
          try {
            wrap(index + 1);
            break;
          } catch (end) {
            if ((end as End).kind !== 'throw' || left === 1) throw end;
          }
        }
        this.trace.push(['aroundExecute', hook, 'ok']);
      } catch (end) {
        this.trace.push(['aroundExecute', hook, results[(end as End).kind]]);
        throw end;
      }
    };
    try {
      wrap(0);
    } catch (end) {
      if ((end as End).kind === 'throw' && this.attempt >= 2) this.#giveUp();
      throw end;
    }
  }

  #attempt(): void {
    this.attempt += 1;
    if (this.attempt > 1) this.#stage('onRetry');
    this.#stage('willExecute');
    this.executeBegan = true;
    const fails = this.attempt <= attemptsFor(this.#target, this.#kind).failures;
    this.trace.push(['execute', '', fails ? 'threw' : 'ok']);
    if (fails) throw new End('throw', 'execute');
    this.#stage('didExecute');
  }

  /** The call fails anyway: whatever ends this stage, the first error stays. */
  #giveUp(): void {
    try {
      this.#stage('onGiveUp');
    } catch {}
  }

  #post(checksOutput: boolean, writesCache = true): void {
    if (writesCache) this.#stage('willWriteCache');
    this.#stage('willRedactOutput');
    this.#stage('willValidateOutput');
    if (checksOutput) this.trace.push(['outputCheck', '', 'ok']);
    this.#stage('willTransformOutput');
  }

  #close(): void {
    for (const stage of between('willAudit', 'onMetrics')) this.#stage(stage);
    for (const stage of between('didReleaseSemaphore', 'didReleaseQuota')) this.#release(stage);
    this.#stage('willFinalizeInvoke');
  }

  #fail(end: End): void {
    const kind =
      ({ abort: 'aborted', retryAfter: 'retryAfter', cancel: 'cancelled' } as const)[end.kind as string] ?? 'failed';
    this.outcome = { kind };
    this.error = end;
    let recovered = false;
    for (const hook of this.#asked('onError')) {
      const responds = this.#acts('onError', hook) && this.#kind === 'respond';
      recovered ||= responds;
      this.trace.push(['onError', hook, responds ? 'responded' : this.#shrug('onError', hook)]);
    }
    if (recovered) {
      this.error = undefined;
      this.value = 'answer';
      this.outcome = { kind: 'success', recovered: true };
      this.#post(true, false);
    }
    this.#close();
  }

  #stage(stage: ToolHookStage): void {
    for (const hook of this.#asked(stage)) {
      if (stage === 'willReadCache' && this.#target === 'didCacheHit') {
        this.trace.push([stage, hook, 'responded']);
        this.value = 'cached';
        throw new End('respond', stage);
      }
      if (!this.#acts(stage, hook) || this.#effect(stage) === 'ignored') {
        this.trace.push([stage, hook, this.#shrug(stage, hook)]);
        if (releaseOf[stage] !== undefined) this.#acquired.push([hook, releaseOf[stage]]);
        continue;
      }
      const end = this.#end(stage);
      this.trace.push([stage, hook, results[end.kind]]);
      if (this.#effect(stage) === 'replaces') return;
      // An acquire that completes although its call was cancelled is given back at once.
      if (end.kind === 'cancel' && releaseOf[stage] !== undefined) this.trace.push([releaseOf[stage], hook, 'ok']);
      throw end;
    }
  }

  /** Hooks that acquired give back in reverse; those that only release have their place among them. */
  #release(stage: ToolHookStage): void {
    if (!this.#started.has(stage)) return;
    const owed = this.#acquired.filter(([, release]) => release === stage).map(([hook]) => hook);
    const isOwed = (hook: string) => owed.includes(hook) || (hook === 'actor' && this.#target === stage);
    for (const hook of this.#members(stage).filter(isOwed)) this.trace.push([stage, hook, this.#shrug(stage, hook)]);
  }

  /** The hooks of a stage once its filters were asked: all of them before the first hook. */
  #asked(stage: ToolHookStage): string[] {
    const members = this.#members(stage);
    if (this.#kind !== 'filter' || stage !== this.#target || isRelease(stage)) return members;
    const isGate = rows.get(stage)?.class === 'gate';
    this.trace.push([stage, 'actor', isGate ? 'threw' : 'ignored']);
    if (isGate) throw new End('throw', stage);
    return members.filter((hook) => hook !== 'actor');
  }

  #members(stage: ToolHookStage): string[] {
    const takesPart = stage === this.#target || stage === releaseOf[this.#target];
    const members = takesPart ? ['first', 'actor', 'last'] : ['first', 'last'];
    return stage.startsWith('did') ? members.toReversed() : members;
  }

  #acts(stage: ToolHookStage, hook: string): boolean {
    if (stage !== this.#target || hook !== 'actor' || this.#kind === 'filter') return false;
    return this.#kind !== 'retry' || !this.#retried;
  }

  #effect(stage: ToolHookStage): string | undefined {
    if (this.#kind === 'cancel') return isFixed(stage) ? 'ignored' : 'fail';
    const row = rows.get(stage);
    return this.#kind === 'respond'
      ? row?.respond
      : this.#kind === 'throw' || this.#kind === 'retry'
        ? row?.unknown
        : row?.refuse;
  }

  #end(stage: ToolHookStage): End {
    if (this.#kind === 'respond') this.value = 'answer';
    this.#retried = true;
    return new End(this.#kind === 'retry' ? 'throw' : (this.#kind as Ending), stage);
  }

  /** A hook that did nothing special, or nothing that counts. */
  #shrug(stage: ToolHookStage, hook: string): string {
    return this.#acts(stage, hook) && this.#kind !== 'cancel' ? 'ignored' : 'ok';
  }
}

function isEarly(outcome: Outcome): boolean {
  return outcome.kind === 'responded' && order.indexOf(outcome.stage as ToolHookStage) < order.indexOf('willReadCache');
}

const abortTypes: Record<string, string> = {
  willAuthorize: 'AUTH',
  willCheckConsent: 'AUTH',
  willCheckFeatureFlags: 'NOT_FOUND',
};
for (const stage of between('willParseInput', 'willInjectSecrets')) abortTypes[stage] = 'VALIDATION';

function expectedError({ kind, stage }: End, partialSideEffects: boolean): object {
  if (kind === 'abort')
    return { type: abortTypes[stage] ?? 'PERMANENT', message: 'no', retryable: false, partialSideEffects };
  if (kind === 'retryAfter') return { type: 'RATE_LIMIT', retryable: true, retryAfterMs: 5, partialSideEffects };
  return { type: kind === 'cancel' ? 'CANCELLED' : 'INTERNAL', retryable: false, partialSideEffects };
}

/** Runs that life through the engine. */
async function actualLife(target: ToolHookStage, kind: Kind) {
  const trace: Traced[] = [];
  const seen: { outcome?: Outcome } = {};
  const controller = new AbortController();
  const { tries, failures } = attemptsFor(target, kind);
  let acted = 0;
  const act = async (ctx: ToolInvokeContext, next?: () => Promise<unknown>): Promise<unknown> => {
    acted += 1;
    if (kind === 'throw' || (kind === 'retry' && acted === 1)) throw new Error('actor');
    if (kind === 'respond') ctx.respond({ value: 'answer' });
    if (kind === 'abort') ctx.abort('no');
    if (kind === 'retryAfter') ctx.retryAfter(5);
    if (kind === 'cancel') controller.abort();
    return kind === 'retry' ? next?.() : undefined;
  };
  const actor: ToolHook = { name: 'actor', [target]: act };
  const release = releaseOf[target];
  if (release !== undefined && release !== 'aroundExecute') actor[release] = () => undefined;
  if (kind === 'filter') actor.filter = () => Promise.reject(new Error('filter'));
  const first = bystander('first', tries);
  if (target === 'didCacheHit') first.willReadCache = (ctx) => ctx.respond({ value: 'cached' });
  const last = bystander('last', 1);
  last.willFinalizeInvoke = (ctx) => void (seen.outcome = ctx.outcome);
  const tool: ToolRecord = {
    id: 'it',
    name: 'It',
    description: 'Does it',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
    hooksByStage: {},
    execute(_input, ctx) {
      if (ctx.attempt <= failures) throw new Error('body');
      return { value: 'result' };
    },
  };
  const response = await callTool({
    tool,
    hooks: [first, actor, last],
    signal: controller.signal,
    trace: ({ stage, hook, result }) => void trace.push([stage, hook, result]),
    report: () => undefined,
  });
  return { trace, outcome: seen.outcome, response };
}

/** Takes part in every stage and does nothing; around, it tries as often as it is told. */
function bystander(name: string, tries: number): ToolHook {
  const hook: ToolHook = { name };
  for (const stage of order) if (stage !== 'aroundExecute') hook[stage] = () => undefined;
  hook.aroundExecute = async (_ctx, next) => {
    for (let left = tries; left > 1; left -= 1) {
      try {
        return await next();
      } catch (thrown) {
        if (!(thrown instanceof Error && thrown.name === 'Error')) throw thrown;
      }
    }
    return next();
  };
  return hook;
}

function checkResponse(response: ToolResponse, expected: ExpectedLife): void {
  const { outcome, attempt, error, executeBegan, value } = expected;
  const { attempts, respondedAt, cacheHit, recovered } = response.meta;
  expect({ attempts, respondedAt, cacheHit, recovered }).toEqual({
    attempts: attempt > 1 ? attempt : undefined,
    respondedAt: outcome.kind === 'responded' ? outcome.stage : undefined,
    cacheHit: outcome.kind === 'responded' && outcome.cacheHit ? true : undefined,
    recovered: outcome.kind === 'success' ? outcome.recovered : undefined,
  });
  if (error === undefined) expect(response).toMatchObject({ ok: true, data: { value }, intents: [] });
  else expect(response).toMatchObject({ ok: false, error: expectedError(error, executeBegan), intents: [] });
}

describe.each(order)('in %s', (stage) => {
  const isTriedAgain = ['aroundExecute', 'willExecute', 'didExecute'].includes(stage);
  test.each(kinds.filter((kind) => kind !== 'retry' || isTriedAgain))(
    'the engine does with a %s what the table says',
    async (kind) => {
      const expected = new ExpectedLife(stage, kind);
      const { trace, outcome, response } = await actualLife(stage, kind);
      expect(trace).toEqual(expected.trace);
      expect(outcome).toEqual(expected.outcome);
      for (const hook of ['first', 'last']) {
        expect(trace.filter(([at, name]) => at === 'willFinalizeInvoke' && name === hook)).toHaveLength(1);
      }
      for (const [acquire, release] of Object.entries(releaseOf)) {
        for (const hook of ['first', 'last']) {
          const acquired = trace.filter(
            ([at, name, result]) => at === acquire && name === hook && result === 'ok',
          ).length;
          expect(trace.filter(([at, name]) => at === release && name === hook)).toHaveLength(acquired);
        }
      }
      checkResponse(response, expected);
    },
  );
});
