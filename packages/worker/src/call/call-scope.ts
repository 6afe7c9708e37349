import { isThenable, type Json } from '@helve/core';
import { CapabilityInputError } from '../error/input-errors.js';
import { CapabilityCancelledError } from '../error/transient-errors.js';
import type { NestedRequest } from '../wire/frame.js';
import type { CallEnvelope } from './call-envelope.js';
import { CallProgress, type HeartbeatOptions } from './call-progress.js';
import { consoleSink, type CallSink, type LogLine, type ProgressReport, type Usage } from './call-sink.js';
import { CallUsage } from './call-usage.js';
import { CancelCallbacks, type CancelCallback, type Disposer } from './cancel-callbacks.js';
import type { CancelFlag } from './cancel-flag.js';
import type { Ticker } from './ticker.js';

/** Kinds of scope: a task, a lifecycle hook, the time outside of calls, or the time before there is a capability. */
export type ScopeKind = 'task' | 'lifecycle' | 'instance' | 'boot';

export interface ScopeOptions {
  readonly kind: ScopeKind;
  readonly envelope: CallEnvelope;
  readonly capabilityName?: (() => string | undefined) | undefined;
  readonly sink?: CallSink | undefined;
  readonly flag?: CancelFlag | undefined;
  readonly ticker?: Ticker | undefined;
  /** Time limit of the call, as set by the host. */
  readonly deadlineMs?: number | undefined;
  /** The scope whose callbacks also run when this one is cancelled; it keeps those of lifecycle hooks. */
  readonly instance?: CallScope | undefined;
}

/** One call from begin to end: its id, cancellation and reports. Nothing of it outlives it. */
export class CallScope {
  readonly id: string;
  readonly kind: ScopeKind;
  readonly envelope: CallEnvelope;
  readonly deadlineMs: number | undefined;
  readonly #sink: CallSink;
  readonly #flag: CancelFlag | undefined;
  readonly #instance: CallScope | undefined;
  readonly #nameOf: (() => string | undefined) | undefined;
  readonly #callbacks = new CancelCallbacks();
  readonly #ticker: Ticker | undefined;
  readonly #usage = new CallUsage();
  /** Created with the first report. */
  #shown: CallProgress | undefined;
  #abort: AbortController | undefined;
  #requested = false;
  #reason: string | undefined;
  /** True when reading the flag has already run the callbacks that the host's message asks for. */
  #ahead = false;
  #ended = false;

  constructor(options: ScopeOptions) {
    this.kind = options.kind;
    this.id = options.envelope.callId;
    this.envelope = options.envelope;
    this.deadlineMs = options.deadlineMs;
    this.#sink = options.sink ?? consoleSink;
    this.#flag = options.flag;
    this.#instance = options.instance;
    this.#nameOf = options.capabilityName;
    this.#ticker = options.ticker;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** True for the scope of this instance and of its calls. */
  isOf(instance: CallScope): boolean {
    return this === instance || this.#instance === instance;
  }

  /** True when the call was asked to end; cheap enough for synchronous loops. */
  get cancelRequested(): boolean {
    return !this.#ended && (this.#requested || this.#flag?.isSet() === true);
  }

  get cancelReason(): string | undefined {
    return this.#reason;
  }

  /** Aborts when the call is cancelled; created on first use. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#requested && !this.#abort.signal.aborted) this.#abort.abort(this.#error());
    return this.#abort.signal;
  }

  get usage(): Usage {
    return this.#usage.totals;
  }

  get progress(): ProgressReport {
    return this.#progress.current;
  }

  /** Sets the flag and runs the callbacks, those of the instance included; each call runs them again. */
  cancel(reason?: string): void {
    CallScope.cancelAll([this], reason);
  }

  /** Handles the host's cancel message: runs the callbacks unless reading the flag has already done so. */
  cancelFromHost(reason?: string): void {
    if (!this.#ahead) return this.cancel(reason);
    this.#ahead = false;
    this.#reason ??= reason;
  }

  /** Cancels several scopes together: flags first, then every callback once, in order of registration. */
  static cancelAll(scopes: Iterable<CallScope>, reason?: string): void {
    const live = [...scopes].filter((scope) => !scope.#ended);
    for (const scope of live) scope.#request(reason);
    const lists = new Set(live.flatMap((scope) => scope.#lists()));
    const [first] = live;
    if (first === undefined) return;
    for (const callback of CancelCallbacks.inOrder(lists)) first.#call(callback, reason);
  }

  /** Throws `CapabilityCancelledError` when the call was cancelled. */
  checkCancel(): void {
    if (!this.cancelRequested) return;
    if (!this.#requested) {
      this.cancel(this.#reason);
      this.#ahead = true;
    }
    throw this.#error();
  }

  /** Registers a cancel callback; runs it at once when already cancelled. Registered in a lifecycle hook, it applies to all calls. */
  onCancel(callback: CancelCallback): Disposer {
    if (this.#ended) return () => {};
    if (this.cancelRequested) this.#call(callback, this.#reason);
    const keeper = this.kind === 'task' ? this : (this.#instance ?? this);
    return keeper.#callbacks.add(callback);
  }

  /** Clears a cancel: the scope of an instance is reused when the next call begins. */
  clearCancel(): void {
    this.#requested = false;
    this.#reason = undefined;
    this.#abort = undefined;
  }

  reportProgress(progress: number, message?: string): void {
    if (!this.#ended) this.#progress.report(progress, message);
  }

  reportUsage(usage: Usage, add = false): void {
    if (this.#ended) return;
    const delta = this.#usage.report(usage, add);
    if (Object.keys(delta).length > 0) this.#sink.usage(delta);
  }

  /** Records a side fact of this call: a saved result, a cache hit, a timing. */
  recordAccount(type: string, payload: Json): void {
    if (!this.#ended) this.#sink.account(type, payload);
  }

  log(line: LogLine): void {
    this.#sink.log(line);
  }

  /** Asks the host to call another tool within this call; rejects at once when this call is cancelled. */
  async invoke(request: NestedRequest): Promise<unknown> {
    this.checkCancel();
    const asking = this.#ended ? undefined : this.#sink.invoke?.(request);
    if (asking === undefined) throw unanswered(request);
    return new Promise((resolve, reject) => {
      const stop = this.onCancel(() => reject(this.#error()));
      void asking.then(resolve, reject).finally(stop);
    });
  }

  /** Begins a heartbeat and returns a function that ends it. */
  heartbeat(phase: string, options?: HeartbeatOptions): Disposer {
    return this.#ended ? () => {} : this.#progress.heartbeat(phase, options);
  }

  /** Ends the scope: stops heartbeats and drops callbacks. */
  end(): void {
    if (this.#ended) return;
    this.#shown?.end();
    this.#callbacks.clear();
    this.#ended = true;
  }

  get #progress(): CallProgress {
    return (this.#shown ??= new CallProgress(this.#sink, this.#ticker));
  }

  #request(reason: string | undefined): void {
    this.#requested = true;
    this.#reason ??= reason;
    if (this.#abort?.signal.aborted === false) this.#abort.abort(this.#error());
  }

  #lists(): CancelCallbacks[] {
    return this.#instance === undefined ? [this.#callbacks] : [this.#instance.#callbacks, this.#callbacks];
  }

  #call(callback: CancelCallback, reason: string | undefined): void {
    try {
      const late = callback(reason);
      if (isThenable(late)) late.then(undefined, (error: unknown) => this.#complain(error));
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    this.log({ level: 'error', message: `A cancel callback failed: ${String(error)}` });
  }

  #error(): CapabilityCancelledError {
    const name = this.#nameOf?.();
    const what = this.kind === 'instance' ? 'the instance' : `call "${this.id}"`;
    const why = this.#reason === undefined ? '' : ` (${this.#reason})`;
    return new CapabilityCancelledError(`Cannot continue ${what}: it was cancelled${why}`, {
      capabilityName: name,
      reason: this.#reason,
      callId: this.kind === 'instance' ? undefined : this.id,
    });
  }
}

function unanswered({ tool }: NestedRequest): CapabilityInputError {
  return new CapabilityInputError(`Cannot call tool "${tool}": no host is connected`, {
    fieldsInvalid: ['tool'],
  });
}
