import { type TimerClock } from '@helve/core';
import { toReason, type CancelSignal } from '../call/cancel-signal.js';
import { QueueFullError } from '../error/transient-errors.js';
import { timeoutError, type TimedSubject } from './call-timeouts.js';
import { cancelledWhileQueued } from './supervisor-errors.js';

/** Limits of concurrent calls to one instance. */
export interface GateLimits {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

export interface EnterOptions {
  readonly callId: string;
  readonly queueMs?: number | undefined;
  readonly totalMs?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Marks a call within a running call, which does not wait. */
  readonly nested?: boolean | undefined;
}

/** A semaphore for calls to one instance; waiting calls enter in their order of arrival. */
export class CallGate {
  readonly #subject: TimedSubject;
  readonly #clock: TimerClock;
  #limits: GateLimits;
  #line: (() => void)[] = [];
  #inside = 0;
  #paused = false;
  #idle: (() => void)[] = [];

  constructor(limits: GateLimits, subject: TimedSubject, clock: TimerClock) {
    this.#limits = limits;
    this.#subject = subject;
    this.#clock = clock;
  }

  get limits(): GateLimits {
    return this.#limits;
  }

  set limits(limits: GateLimits) {
    this.#limits = limits;
    this.#admit();
  }

  get inFlight(): number {
    return this.#inside;
  }

  get queued(): number {
    return this.#line.length;
  }

  /** Enters; returns undefined when the call need not wait. */
  enter(options: EnterOptions): Promise<void> | undefined {
    const { signal, callId, nested = false } = options;
    if (signal?.aborted === true) throw cancelledWhileQueued(this.#subject, callId, toReason(signal));
    if (nested || (this.#hasRoom() && this.#line.length === 0)) {
      this.#inside += 1;
      return undefined;
    }
    if (this.#line.length >= this.#limits.maxQueued) throw this.#full();
    return this.#queue(options);
  }

  leave(): void {
    this.#inside -= 1;
    this.#admit();
    if (this.#inside === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Blocks entry until `resume`; running calls continue. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#admit();
  }

  /** Resolves when no call is inside. */
  whenIdle(): Promise<void> {
    return this.#inside === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #hasRoom(): boolean {
    return !this.#paused && this.#inside < this.#limits.maxConcurrent;
  }

  #admit(): void {
    while (this.#hasRoom() && this.#line.length > 0) {
      this.#inside += 1;
      this.#line.shift()?.();
    }
  }

  #queue({ queueMs, totalMs, signal, callId }: EnterOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        over();
        resolve();
      };
      const give = (error: Error) => {
        over();
        this.#line = this.#line.filter((one) => one !== go);
        reject(error);
      };
      const onAbort = () => signal && give(cancelledWhileQueued(this.#subject, callId, toReason(signal)));
      const late = (which: 'queue' | 'total', ms: number | undefined) =>
        ms === undefined ? undefined : this.#clock.after(ms, () => give(timeoutError(which, ms, this.#subject)));
      const timers = [late('queue', queueMs), late('total', totalMs)];
      const over = () => {
        for (const stop of timers) stop?.();
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#line.push(go);
    });
  }

  #full(): QueueFullError {
    const { maxQueued: limit } = this.#limits;
    const text = `Cannot call "${this.#subject.instanceId}": ${limit} calls are already waiting`;
    return new QueueFullError(text, { ...this.#subject, limit });
  }
}
