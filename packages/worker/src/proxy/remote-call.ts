import type { ProgressReport, Usage } from '../call/call-sink.js';
import type { CallResult, ProgressParams } from '../wire/frame.js';
import type { CallOp } from '../wire/operation.js';
import type { CallOutcome } from './proxy-observer.js';

/** Cancels calls on behalf of their handles. */
export interface CallOwner {
  cancel(call: RemoteCall, reason: string): void;
}

/** One call in flight: its reports, cancellation and outcome. */
export abstract class RemoteCall {
  readonly id: string;
  readonly op: CallOp;
  readonly slot: number;
  readonly epoch: number;
  readonly #owner: CallOwner;
  #usage: Record<string, number> | undefined;
  #progress: ProgressParams | undefined;
  #cancelReason: string | undefined;
  #over: CallOutcome | undefined;
  #invoked = 0;
  #invoking = 0;

  constructor(owner: CallOwner, id: string, op: CallOp, slot: number, epoch: number) {
    this.#owner = owner;
    this.id = id;
    this.op = op;
    this.slot = slot;
    this.epoch = epoch;
  }

  get progress(): ProgressReport | undefined {
    return this.#progress;
  }

  /** Usage known to the host so far; the total once the call is over. */
  get usage(): Usage {
    return this.#usage ?? {};
  }

  get cancelReason(): string | undefined {
    return this.#cancelReason;
  }

  get outcome(): CallOutcome | undefined {
    return this.#over;
  }

  /** True when it has asked the host to call other tools. */
  get hasInvoked(): boolean {
    return this.#invoked > 0;
  }

  /** True while it waits for such a call, which is not the worker's delay. */
  get isInvoking(): boolean {
    return this.#invoking > 0;
  }

  async whileInvoking(work: () => Promise<void>): Promise<void> {
    this.#invoked += 1;
    this.#invoking += 1;
    try {
      await work();
    } finally {
      this.#invoking -= 1;
    }
  }

  /** Asks the worker to end this call; has no effect on a finished one. */
  cancel(reason = 'cancelled'): void {
    if (this.#over !== undefined) return;
    this.markCancelled(reason);
    this.#owner.cancel(this, reason);
  }

  /** Marks the call as cancelled, whatever reply still arrives. */
  markCancelled(reason: string): void {
    this.#cancelReason ??= reason;
  }

  /** Accepts progress in order; returns false for a report older than the last. */
  onProgress(report: ProgressParams): boolean {
    const last = this.#progress;
    if (last !== undefined && !isNewer(report, last)) return false;
    this.#progress = report;
    return true;
  }

  onUsage(delta: Usage): void {
    const usage = (this.#usage ??= {});
    for (const [unit, figure] of Object.entries(delta)) usage[unit] = (usage[unit] ?? 0) + figure;
  }

  end(outcome: CallOutcome, total?: Usage): void {
    this.#over = outcome;
    if (total !== undefined) this.#usage = { ...total };
  }

  abstract resolve(result: CallResult): void;
  abstract reject(error: Error): void;
}

function isNewer(a: ProgressParams, b: ProgressParams): boolean {
  return a.seq > b.seq || (a.seq === b.seq && (a.tick ?? 0) > (b.tick ?? 0));
}

/** A call with one result. */
export class RemoteReply extends RemoteCall {
  /** Rejects with a typed error. */
  readonly result: Promise<unknown>;
  #resolve: ((value: unknown) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor(owner: CallOwner, id: string, op: CallOp, slot: number, epoch: number) {
    super(owner, id, op, slot, epoch);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  resolve({ value }: CallResult): void {
    this.#resolve?.(value);
  }

  reject(error: Error): void {
    this.#reject?.(error);
  }
}
