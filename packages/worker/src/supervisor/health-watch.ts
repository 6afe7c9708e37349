import { type TimerClock } from '@helve/core';
import type { HeartbeatParams } from '../wire/frame.js';

export interface HealthLimits {
  /** Silence of the main thread, while the control thread reports, that counts as unresponsive. */
  readonly unresponsiveAfterMs: number;
  /** Silence of the control thread that counts as frozen. */
  readonly frozenAfterMs: number;
}

export const defaultHealthLimits: HealthLimits = Object.freeze({ unresponsiveAfterMs: 5000, frozenAfterMs: 15_000 });

export interface HealthListener {
  onResponsive(responsive: boolean): void;
  onFrozen(): void;
}

/** Watches the heartbeats of one worker, from the moment that it promises them or sends the first. */
export class HealthWatch {
  readonly #limits: HealthLimits;
  readonly #clock: TimerClock;
  readonly #listener: HealthListener;
  readonly #everyMs: number;
  #mainAt: number | undefined;
  #controlAt: number | undefined;
  #lookedAt: number;
  #responsive = true;
  #paused = false;
  #rssBytes = 0;
  #stop: () => void;

  constructor(limits: HealthLimits, clock: TimerClock, listener: HealthListener) {
    this.#limits = limits;
    this.#clock = clock;
    this.#listener = listener;
    this.#everyMs = Math.min(limits.unresponsiveAfterMs, limits.frozenAfterMs) / 5;
    this.#lookedAt = clock.now();
    this.#stop = clock.after(this.#everyMs, () => this.#look());
  }

  /** Memory that the worker reported last. */
  get rssBytes(): number {
    return this.#rssBytes;
  }

  /** Begins with a worker that is ready and promised heartbeats: one that never comes is noticed too. */
  begin({ control }: { readonly control: boolean }): void {
    this.#mainAt ??= this.#clock.now();
    if (control) this.#controlAt ??= this.#clock.now();
  }

  onHeartbeat({ from, rssBytes }: HeartbeatParams): void {
    this.#rssBytes = rssBytes;
    if (from === 'control') this.#controlAt = this.#clock.now();
    else {
      this.#mainAt = this.#clock.now();
      this.#say(true);
    }
  }

  /** Silence does not count while the line to the worker is broken. */
  pause(paused: boolean): void {
    this.#paused = paused;
    if (!paused) this.#forgive(this.#clock.now());
  }

  stop(): void {
    this.#stop();
  }

  #look(): void {
    const now = this.#clock.now();
    const late = now - this.#lookedAt > 2 * this.#everyMs;
    this.#lookedAt = now;
    this.#stop = this.#clock.after(this.#everyMs, () => this.#look());
    // This process stalled: messages of the worker have not been read yet.
    if (late || this.#paused) return this.#forgive(now);
    const { unresponsiveAfterMs, frozenAfterMs } = this.#limits;
    if (this.#controlAt !== undefined && now - this.#controlAt >= frozenAfterMs) return this.#freeze();
    if (this.#mainAt !== undefined && now - this.#mainAt >= unresponsiveAfterMs) this.#say(false);
  }

  #forgive(now: number): void {
    if (this.#controlAt !== undefined) this.#controlAt = now;
    if (this.#mainAt !== undefined && this.#responsive) this.#mainAt = now;
  }

  #freeze(): void {
    this.#stop();
    this.#listener.onFrozen();
  }

  #say(responsive: boolean): void {
    if (responsive === this.#responsive) return;
    this.#responsive = responsive;
    this.#listener.onResponsive(responsive);
  }
}
