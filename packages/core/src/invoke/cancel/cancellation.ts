import { callAfter } from '../../time/call-after.js';
import { CancelSource, sourceOf } from './cancel-source.js';
import type { Clock } from '../../time/clock.js';

/** Why a call has to stop before it is done. */
export type CancelKind = 'cancelled' | 'deadline';

/** Watches the caller's signal and the deadline of one call; there is none where neither was given. */
export class Cancellation extends CancelSource {
  /** The caller's own source: asked when somebody asks here, and listened to only when somebody listens here. */
  #caller: CancelSource | undefined = undefined;
  #stopListening: (() => void) | undefined = undefined;
  #stopClock: (() => void) | undefined = undefined;
  readonly deadlineAt: number | undefined;
  kind: CancelKind | undefined = undefined;

  constructor(signal: AbortSignal | undefined, timeoutMs: number | undefined, clock: Clock | undefined) {
    super();
    if (signal !== undefined) this.#follow(signal);
    if (timeoutMs === undefined) {
      this.deadlineAt = undefined;
      return;
    }
    this.deadlineAt = (clock?.now() ?? Date.now()) + timeoutMs;
    this.#stopClock = after(clock, timeoutMs, () => {
      if (!this.cancelled) this.#end('deadline', undefined);
    });
  }

  override get cancelled(): boolean {
    if (this.#caller?.cancelled === true) this.#listen();
    return super.cancelled;
  }

  override get signal(): AbortSignal {
    this.#listen();
    return super.signal;
  }

  override onCancel(listener: () => void): () => void {
    this.#listen();
    return super.onCancel(listener);
  }

  /** Stops watching: from here on the outcome is fixed. */
  close(): void {
    this.#caller = undefined;
    this.#stopListening?.();
    this.#stopClock?.();
  }

  #follow(signal: AbortSignal): void {
    this.#caller = sourceOf(signal);
    if (this.#caller !== undefined) return;
    const fire = () => this.#end('cancelled', signal.reason);
    if (signal.aborted) {
      fire();
      return;
    }
    signal.addEventListener('abort', fire, { once: true });
    this.#stopListening = () => signal.removeEventListener('abort', fire);
  }

  #listen(): void {
    const caller = this.#caller;
    if (caller === undefined) return;
    this.#caller = undefined;
    this.#stopListening = caller.onCancel(() => this.#end('cancelled', caller.reason));
  }

  #end(kind: CancelKind, reason: unknown): void {
    this.kind ??= kind;
    this.cancel(reason);
  }
}

/** Calls back after a while, by the given clock or that of the platform; returns how to stop that. */
export function after(clock: Clock | undefined, ms: number, callback: () => void): () => void {
  return clock?.after === undefined ? callAfter(ms, callback) : clock.after(ms, callback);
}
