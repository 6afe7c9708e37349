import { callAfter } from '../contract/call-after.js';
import { CancelSource, sourceOf } from './cancel-source.js';
import type { Clock } from './invoke-options.js';

/** Why a call has to stop before it is done. */
export type CancelKind = 'cancelled' | 'deadline';

/** Watches the caller's signal and the deadline of one call; there is none where neither was given. */
export class Cancellation extends CancelSource {
  readonly #release: (() => void)[] = [];
  readonly deadlineAt: number | undefined;
  kind: CancelKind | undefined;

  constructor(signal: AbortSignal | undefined, timeoutMs: number | undefined, clock: Clock | undefined) {
    super();
    const now = clock?.now() ?? Date.now();
    this.deadlineAt = timeoutMs === undefined ? undefined : now + timeoutMs;
    if (signal !== undefined) this.#follow(signal);
    if (timeoutMs !== undefined) this.#release.push(after(clock, timeoutMs, () => this.#end('deadline', undefined)));
  }

  /** Stops watching: from here on the outcome is fixed. */
  close(): void {
    for (const release of this.#release.splice(0)) release();
  }

  #follow(signal: AbortSignal): void {
    const fire = () => this.#end('cancelled', signal.reason);
    if (signal.aborted) {
      fire();
      return;
    }
    const source = sourceOf(signal);
    if (source !== undefined) {
      this.#release.push(source.onCancel(fire));
      return;
    }
    signal.addEventListener('abort', fire, { once: true });
    this.#release.push(() => signal.removeEventListener('abort', fire));
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
