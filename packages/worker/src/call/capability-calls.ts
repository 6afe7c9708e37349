import { isThenable } from '@helve/core';
import { toCallEnvelope, type CallEnvelope } from './call-envelope.js';
import { CallScope } from './call-scope.js';
import { consoleSink, type CallSink } from './call-sink.js';
import { CallStream } from './call-stream.js';
import type { CancelFlag } from './cancel-flag.js';
import { EarlyCancels } from './early-cancels.js';
import { IdTable } from './id-table.js';
import { currentCall, runInScope } from './current-call.js';
import type { Ticker } from './ticker.js';

export interface CallOptions {
  readonly envelope: CallEnvelope;
  /** `lifecycle` for initialize, prefetch, reconfigure, cleanup and the signals. Default: `task`. */
  readonly kind?: 'task' | 'lifecycle' | undefined;
  readonly sink?: CallSink | undefined;
  readonly flag?: CancelFlag | undefined;
  readonly ticker?: Ticker | undefined;
  readonly deadlineMs?: number | undefined;
}

/** The calls in flight of one instance of a capability, and the scope of everything outside of them. */
export class CapabilityCalls {
  /** Tasks of the adapters in this worker, for error messages that suggest alternatives. */
  adapters: readonly string[] = [];
  readonly instance: CallScope;
  readonly #live = new IdTable<CallScope>();
  readonly #early = new EarlyCancels();
  readonly #name: () => string | undefined;
  #sink: CallSink = consoleSink;
  #idle: (() => void)[] = [];

  constructor(name: () => string | undefined) {
    this.#name = name;
    const sink: CallSink = {
      progress: (report) => this.#sink.progress(report),
      usage: (delta) => this.#sink.usage(delta),
      account: (type, payload) => this.#sink.account(type, payload),
      log: (line) => this.#sink.log(line),
    };
    this.instance = new CallScope({ kind: 'instance', envelope: toCallEnvelope(), capabilityName: name, sink });
  }

  /** Number of running calls, streams included and lifecycle hooks excluded. */
  get inFlight(): number {
    let count = 0;
    for (const scope of this.#live.values()) if (scope.kind === 'task') count += 1;
    return count;
  }

  /** The scope of the running code: its call, or the instance. */
  get current(): CallScope {
    const scope = currentCall();
    return scope !== undefined && (scope.kind === 'boot' || scope.isOf(this.instance)) ? scope : this.instance;
  }

  /** Sets the sink for reports from outside of calls. */
  connect(sink: CallSink): void {
    this.#sink = sink;
  }

  find(callId: string): CallScope | undefined {
    return this.#live.get(callId);
  }

  /** Opens the scope of a call; the caller closes it with `end`. */
  begin(options: CallOptions): CallScope {
    const { kind = 'task', envelope, sink, flag, ticker, deadlineMs } = options;
    const [capabilityName, instance] = [this.#name, this.instance];
    // Written out: a spread costs as much as the rest of a short call.
    const scope = new CallScope({ kind, envelope, sink, flag, ticker, deadlineMs, capabilityName, instance });
    this.#live.set(scope.id, scope);
    if (kind === 'task') this.instance.clearCancel();
    const early = this.#early.take(scope.id);
    if (early !== undefined) scope.cancel(early.reason);
    return scope;
  }

  end(scope: CallScope): void {
    scope.end();
    if (this.#live.get(scope.id) === scope) this.#live.delete(scope.id);
    if (this.#idle.length > 0 && this.inFlight === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Runs one call from begin to end; an earlier cancel keeps the body from running. */
  run<T>(options: CallOptions, body: (scope: CallScope) => T): T {
    const scope = this.begin(options);
    try {
      scope.checkCancel();
      const result = runInScope(scope, () => body(scope));
      if (isThenable(result)) return Promise.resolve(result).finally(() => this.end(scope)) as T;
      this.end(scope);
      return result;
    } catch (error) {
      this.end(scope);
      throw error;
    }
  }

  /** Runs one stream as a call that begins with the first pull. */
  stream<T>(options: CallOptions, open: (scope: CallScope) => AsyncIterable<T>): AsyncIterableIterator<T> {
    return new CallStream({ begin: () => this.begin(options), end: (scope) => this.end(scope) }, open);
  }

  /**
   * Cancels a call by id; a call that has not begun is cancelled when it begins. Without an id, cancels the current
   * call or, outside of one, every call in flight and the instance.
   */
  cancel(callId?: string, reason?: string): void {
    if (callId === undefined) return this.#cancelHere(reason);
    const scope = this.#live.get(callId);
    if (scope !== undefined) scope.cancel(reason);
    else this.#early.add(callId, reason);
  }

  /** Resolves when no call is in flight. */
  async whenIdle(): Promise<void> {
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #cancelHere(reason: string | undefined): void {
    const { current } = this;
    if (current !== this.instance) current.cancel(reason);
    else CallScope.cancelAll([...this.#live.values(), this.instance], reason);
  }
}
