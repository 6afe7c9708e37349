import { stageTable, type ToolHookStage } from '@helve/core';

/** What a hook or the body does, and whether it takes no time, a moment or a turn of the event loop. */
export interface Act {
  readonly does: 'ok' | 'throw' | 'respond' | 'abort' | 'retryAfter' | 'cancel' | 'mark';
  readonly waits: 0 | 1 | 2;
}

export const wraps = [
  'pass',
  'forget',
  'skip',
  'retry',
  'twice',
  'swallow',
  'map',
  'throw',
  'respond',
  'abort',
] as const;

export interface HookSketch {
  readonly name: string;
  readonly priority: number;
  readonly filter: 'none' | 'yes' | 'no' | 'throws';
  readonly acts: { readonly [S in ToolHookStage]?: Act };
  readonly wrap: (typeof wraps)[number] | undefined;
}

export interface LifeSketch {
  readonly global: readonly HookSketch[];
  readonly ofTool: readonly HookSketch[];
  /** What the body does in the first attempt, the second, …; then from the start again. */
  readonly body: readonly Act[];
  readonly auditRequired: boolean;
}

export interface Life {
  readonly trace: readonly string[];
  readonly outcome: string;
  readonly result: string;
}

type Kind = 'throw' | 'respond' | 'abort' | 'retryAfter' | 'cancel';

class End extends Error {
  readonly kind: Kind;
  readonly label: string;
  readonly stage: string;

  constructor(kind: Kind, label: string, stage: string) {
    super(label);
    this.kind = kind;
    this.label = label;
    this.stage = stage;
  }
}

const rows = new Map<string, (typeof stageTable)[number]>(stageTable.map((row) => [row.stage, row]));
const order = stageTable.map(({ stage }) => stage);
const from = (first: ToolHookStage, last: ToolHookStage) => order.slice(order.indexOf(first), order.indexOf(last) + 1);
const words = { throw: 'threw', respond: 'responded', abort: 'aborted', retryAfter: 'retryAfter', cancel: 'threw' };
const kinds = {
  throw: 'failed',
  respond: 'responded',
  abort: 'aborted',
  retryAfter: 'retryAfter',
  cancel: 'cancelled',
};
const acquireOf = { didReleaseSemaphore: 'willAcquireSemaphore', didReleaseQuota: 'willAcquireQuota' } as const;
const runSection = ['aroundExecute', 'willExecute', 'execute', 'didExecute'];
const recoverable = ['willParseInput', 'willValidateInput', 'willNormalizeInput', 'willReadCache', ...runSection];

/**
 * The lifecycle page read aloud: no plan, no shortcut, no promise. Every stage looks through all hooks, asks their
 * filters, and does what the table says. What the engine does has to be the same.
 */
export class LiteralLife {
  readonly #sketch: LifeSketch;
  readonly #trace: string[] = [];
  readonly #held = new Set<string>();
  readonly #started = new Set<string>();
  #outcome = 'pending';
  #output: string | undefined;
  #watched = true;
  #cancelled = false;
  #hit = false;
  #attempt = 0;
  #final: End | undefined;
  #gaveUp = false;

  constructor(sketch: LifeSketch) {
    this.#sketch = sketch;
  }

  live(): Life {
    try {
      this.#before();
      this.#run();
      this.#outcome = 'success';
    } catch (thrown) {
      const end = this.#cancelled && !this.#gaveUp ? this.#cancel() : (thrown as End);
      if (end.kind !== 'respond') return this.#fail(end);
      this.#outcome = `responded ${end.stage} ${this.#hit}`;
    }
    try {
      this.#shape(from('willWriteCache', 'willTransformOutput'));
    } catch (thrown) {
      return this.#fail(thrown as End);
    }
    this.#watched = false;
    try {
      this.#stage('willAudit');
    } catch (thrown) {
      return this.#fail(thrown as End, true);
    }
    return this.#close(`= ${this.#output}`, ['didAudit', 'onMetrics']);
  }

  #before(): void {
    for (const stage of from('willCreateInvokeContext', 'willReadCache')) {
      this.#assertWanted();
      this.#started.add(stage);
      if (stage === 'willReadCache') this.#readCache();
      else this.#stage(stage);
      if (stage === 'willParseInput') this.#trace.push('inputCheck');
    }
    this.#assertWanted();
  }

  #readCache(): void {
    try {
      this.#stage('willReadCache');
    } catch (thrown) {
      if ((thrown as End).kind !== 'respond') throw thrown;
      this.#hit = true;
      this.#stage('didCacheHit');
      throw thrown;
    }
    this.#stage(this.#hit ? 'didCacheHit' : 'didCacheMiss');
    this.#hit = false;
  }

  #run(): void {
    try {
      const wrappers = this.#keep('aroundExecute');
      const output = this.#wrapped(wrappers);
      if (this.#final !== undefined) throw this.#final;
      this.#output = output;
      this.#assertWanted();
    } catch (thrown) {
      const end = thrown as End;
      if (this.#final !== undefined && end.kind !== 'cancel') throw this.#final;
      if (end.kind === 'throw' && !this.#cancelled && this.#attempt >= 2) this.#giveUp();
      throw end;
    }
  }

  #giveUp(): void {
    this.#gaveUp = true;
    try {
      this.#stage('onGiveUp');
    } catch {
      // Cut short by a cancel: the call fails for the reason it had.
    }
  }

  #wrapped([hook, ...inner]: readonly HookSketch[]): string | undefined {
    if (hook === undefined) return this.#runAttempt();
    try {
      const value = this.#wrap(hook, () => this.#next(inner));
      // The engine waits for wrappers, and a cancel ends the wait.
      this.#assertWanted();
      this.#say('aroundExecute', hook.name, 'ok');
      return value;
    } catch (thrown) {
      const end = this.#cancelled ? this.#cancel() : (thrown as End);
      this.#say('aroundExecute', hook.name, words[end.kind]);
      throw end;
    }
  }

  #next(inner: readonly HookSketch[]): string | undefined {
    if (this.#final !== undefined) throw this.#final;
    this.#assertWanted();
    try {
      return this.#wrapped(inner);
    } catch (thrown) {
      const end = thrown as End;
      if (end.kind === 'respond' || end.kind === 'abort') this.#final ??= end;
      throw end;
    }
  }

  #wrap(hook: HookSketch, next: () => string | undefined): string | undefined {
    const label = `${hook.name} aroundExecute`;
    const tried = (otherwise: () => string | undefined) => {
      try {
        return next();
      } catch {
        return otherwise();
      }
    };
    const end = (kind: Kind): never => {
      throw new End(kind, label, 'aroundExecute');
    };
    if (hook.wrap === 'skip') return label;
    if (hook.wrap === 'retry') return tried(next);
    if (hook.wrap === 'twice') return (next(), next());
    if (hook.wrap === 'swallow') return tried(() => label);
    if (hook.wrap === 'map') return tried(() => end('throw'));
    if (hook.wrap === 'throw' || hook.wrap === 'abort') return end(hook.wrap);
    if (hook.wrap === 'respond') return ((this.#output = label), end('respond'));
    return next();
  }

  #runAttempt(): string | undefined {
    this.#assertWanted();
    this.#attempt += 1;
    if (this.#attempt > 1) this.#stage('onRetry');
    this.#stage('willExecute');
    this.#assertWanted();
    const { body } = this.#sketch;
    this.#do('execute', '', body[(this.#attempt - 1) % body.length] as Act, `execute ${this.#attempt}`);
    this.#stage('didExecute');
    this.#assertWanted();
    return this.#output;
  }

  #shape(stages: readonly ToolHookStage[]): void {
    try {
      for (const stage of stages) {
        this.#assertWanted();
        this.#stage(stage);
      }
      this.#assertWanted();
    } catch (thrown) {
      this.#output = undefined;
      throw thrown;
    }
  }

  /** onError ▸ willAudit ▸ didAudit ▸ onMetrics ▸ releases ▸ finalize, or the post stages of a recovered call. */
  #fail(end: End, audited = false): Life {
    this.#watched = false;
    this.#outcome = kinds[end.kind];
    const response = this.#onError(end.kind === 'throw' && recoverable.includes(end.stage) && !audited);
    if (response === undefined) return this.#closeFailed(end, audited);
    this.#output = response;
    this.#outcome = 'success recovered';
    let isAudited = false;
    try {
      this.#shape(from('willRedactOutput', 'willTransformOutput'));
      isAudited = true;
      this.#stage('willAudit');
    } catch (thrown) {
      this.#outcome = kinds[(thrown as End).kind];
      return this.#closeFailed(thrown as End, isAudited);
    }
    return this.#close(`= ${this.#output}`, ['didAudit', 'onMetrics']);
  }

  #onError(open: boolean): string | undefined {
    let response: string | undefined;
    for (const hook of this.#keep('onError')) {
      const does = hook.acts.onError?.does ?? 'ok';
      const answers = does === 'respond' && open;
      if (answers) response = `${hook.name} onError`;
      this.#say('onError', hook.name, answers ? 'responded' : isQuiet(does) ? 'ok' : 'ignored');
    }
    return response;
  }

  #closeFailed(end: End, audited: boolean): Life {
    const result = `! ${end.label}`;
    if (audited) return this.#close(result, ['onMetrics']);
    try {
      this.#stage('willAudit');
    } catch {
      // The first error stays.
    }
    return this.#close(result, ['didAudit', 'onMetrics']);
  }

  #close(result: string, stages: readonly ToolHookStage[]): Life {
    for (const stage of stages) this.#stage(stage);
    for (const release of ['didReleaseSemaphore', 'didReleaseQuota'] as const) this.#release(release);
    this.#stage('willFinalizeInvoke');
    return { trace: this.#trace, outcome: this.#outcome, result };
  }

  #release(stage: keyof typeof acquireOf): void {
    const acquire = acquireOf[stage];
    for (const hook of this.#sorted(stage)) {
      const owes =
        hook.acts[acquire] === undefined ? this.#started.has(acquire) : this.#held.has(`${hook.name} ${acquire}`);
      if (owes) this.#say(stage, hook.name, isQuiet(hook.acts[stage]?.does ?? 'ok') ? 'ok' : 'ignored');
    }
  }

  #stage(stage: ToolHookStage): void {
    for (const hook of this.#keep(stage)) {
      const act = hook.acts[stage];
      if (act !== undefined && this.#do(stage, hook.name, act, `${hook.name} ${stage}`) === 'stop') return;
    }
  }

  /** One hook, or the body: what it does, and what the table makes of it. */
  #do(stage: ToolHookStage | 'execute', name: string, { does, waits }: Act, label: string): 'stop' | 'next' {
    if (does === 'cancel' && this.#watched) this.#cancelled = true;
    const isCut = does === 'cancel' && this.#cancelled && !isPast(stage);
    if (isCut && waits > 0) {
      this.#say(stage, name, 'threw');
      throw this.#cancel();
    }
    if (isQuiet(does)) {
      if (does === 'mark' && stage === 'willReadCache') this.#hit = true;
      if (stage === 'execute') this.#output = label;
      this.#held.add(label);
      this.#say(stage, name, 'ok');
      if (isCut) throw this.#cancel();
      return 'next';
    }
    const effect = this.#effect(stage, does as Kind);
    this.#say(stage, name, effect === 'ignored' ? 'ignored' : words[does as Kind]);
    if (effect === 'ignored') return 'next';
    if (does === 'respond') this.#output = label;
    if (effect === 'replaces') return 'stop';
    throw new End(does as Kind, label, stage);
  }

  #effect(stage: ToolHookStage | 'execute', kind: Kind): string {
    const row = rows.get(stage === 'execute' ? 'willExecute' : stage);
    if (stage === 'willAudit' && this.#sketch.auditRequired && kind !== 'respond') return 'fail';
    return kind === 'respond' ? String(row?.respond) : kind === 'throw' ? String(row?.unknown) : String(row?.refuse);
  }

  /** Those that take part, all asked before the first one runs. */
  #keep(stage: ToolHookStage): HookSketch[] {
    return this.#sorted(stage).filter(({ name, filter }) => {
      if (filter === 'no') this.#say(stage, name, 'skipped');
      if (filter !== 'throws') return filter !== 'no';
      const isGate = rows.get(stage)?.class === 'gate' || (stage === 'willAudit' && this.#sketch.auditRequired);
      this.#say(stage, name, isGate ? 'threw' : 'ignored');
      if (isGate) throw new End('throw', `${name} filter`, stage);
      return false;
    });
  }

  #sorted(stage: ToolHookStage): HookSketch[] {
    const { global, ofTool } = this.#sketch;
    const takesPart = ({ acts, wrap }: HookSketch) => (stage === 'aroundExecute' ? wrap : acts[stage]) !== undefined;
    const sorted = [...global, ...ofTool].filter(takesPart).toSorted((a, b) => b.priority - a.priority);
    return stage.startsWith('did') ? sorted.toReversed() : sorted;
  }

  #assertWanted(): void {
    if (this.#cancelled) throw this.#cancel();
  }

  #cancel(): End {
    return new End('cancel', 'cancel', '');
  }

  #say(stage: string, hook: string, result: string): void {
    this.#trace.push(`${stage}${hook === '' ? '' : ` ${hook}`}${result === 'ok' ? '' : ` ${result}`}`);
  }
}

function isQuiet(does: Act['does']): boolean {
  return does === 'ok' || does === 'cancel' || does === 'mark';
}

function isPast(stage: string): boolean {
  return from('willAudit', 'willFinalizeInvoke').includes(stage as ToolHookStage);
}
