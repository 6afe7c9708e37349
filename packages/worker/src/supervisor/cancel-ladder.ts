import { type TimerClock } from '@helve/core';
import type { CancelPhase } from '../event/worker-event.js';
import type { CallInfo, CallOutcome } from '../proxy/proxy-observer.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';

/** One step of a cancel, as reported to listeners. */
export interface CancelStep {
  readonly callId: string;
  readonly phase: CancelPhase;
  readonly reason: string;
  readonly outcome?: CallOutcome;
  /** True when nothing can be forced: the call ends when its code does. */
  readonly last?: true;
}

export interface LadderOptions {
  readonly graceMs: number;
  readonly clock: TimerClock;
  readonly report: (step: CancelStep) => void;
  /** Ends the worker for the sake of one call and starts another one. */
  readonly force: (callId: string) => void;
}

/**
 * Drives every cancel of one worker to its end:
 *
 *     cooperative ──(graceMs)──▸ force ──▸ reloading ──▸ completed
 *          └──────────── the call ended ────────────────────▴
 */
export class CancelLadder {
  readonly #proxy: RemoteCapabilityProxy;
  readonly #options: LadderOptions;
  readonly #open = new Map<string, { readonly reason: string; readonly stop: () => void; forced: boolean }>();

  constructor(proxy: RemoteCapabilityProxy, options: LadderOptions) {
    this.#proxy = proxy;
    this.#options = options;
  }

  onCancel({ id }: CallInfo, reason: string): void {
    if (this.#open.has(id)) return;
    const { clock, graceMs, report } = this.#options;
    const canForce = this.#proxy.flags.forcedStop;
    const stop = canForce ? clock.after(graceMs, () => this.#force(id)) : () => undefined;
    this.#open.set(id, { reason, stop, forced: false });
    report({ callId: id, phase: 'cooperative', reason, ...(!canForce && { last: true }) });
  }

  onCallEnd({ id }: CallInfo, outcome: CallOutcome): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    open.stop();
    const { reason, forced } = open;
    if (forced) this.#options.report({ callId: id, phase: 'reloading', reason });
    this.#options.report({ callId: id, phase: 'completed', reason, outcome });
  }

  #force(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    open.forced = true;
    this.#options.report({ callId: id, phase: 'force', reason: open.reason });
    this.#options.force(id);
  }
}
