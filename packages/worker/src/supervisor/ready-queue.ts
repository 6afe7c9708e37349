import { type TimerClock } from '@helve/core';
import { toReason, type CancelSignal } from '../call/cancel-signal.js';
import type { TimeoutKind } from '../error/transient-errors.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import { defaultTimeouts, timeoutError, type CallTimeouts, type TimedSubject } from './call-timeouts.js';
import { cancelledWhileQueued } from './supervisor-errors.js';

interface Waiter {
  readonly resolve: (proxy: RemoteCapabilityProxy) => void;
  readonly reject: (error: Error) => void;
}

/** Limits and cancellation of a wait. */
export interface WaitOptions {
  readonly timeouts?: CallTimeouts | undefined;
  /** Time left of the whole call. */
  readonly leftMs?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  readonly callId?: string | undefined;
}

/** Calls that wait for a worker to be ready, each with its own limits. */
export class ReadyQueue {
  readonly #subject: TimedSubject;
  readonly #clock: TimerClock;
  #waiters: Waiter[] = [];

  constructor(subject: TimedSubject, clock: TimerClock) {
    this.#subject = subject;
    this.#clock = clock;
  }

  get length(): number {
    return this.#waiters.length;
  }

  /** Waits for `settle`; signs of life of `starting`, the worker being started, extend the wait. */
  wait(options: WaitOptions, starting: RemoteCapabilityProxy | undefined): Promise<RemoteCapabilityProxy> {
    const { timeouts = {}, leftMs, signal, callId = '' } = options;
    const { queueMs, startMs = defaultTimeouts.startMs, totalMs = leftMs } = timeouts;
    return new Promise((resolve, reject) => {
      const stops: (() => void)[] = [];
      const over = () => stops.splice(0).forEach((stop) => stop());
      const waiter: Waiter = {
        resolve: (proxy) => (over(), resolve(proxy)),
        reject: (error) => (over(), reject(error)),
      };
      const leave = (error: Error) => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        waiter.reject(error);
      };
      const late = (which: TimeoutKind, ms: number) => leave(timeoutError(which, ms, this.#subject));
      if (queueMs !== undefined) stops.push(this.#clock.after(queueMs, () => late('queue', queueMs)));
      if (leftMs !== undefined) stops.push(this.#clock.after(leftMs, () => late('total', totalMs ?? leftMs)));
      stops.push(this.#untilSilent(starting, startMs, () => late('start', startMs)));
      if (signal !== undefined) stops.push(this.#untilAborted(signal, callId, leave));
      this.#waiters.push(waiter);
    });
  }

  /** Ends the wait of all waiting calls. */
  settle(end: RemoteCapabilityProxy | Error): void {
    for (const waiter of this.#waiters.splice(0)) {
      if (end instanceof RemoteCapabilityProxy) waiter.resolve(end);
      else waiter.reject(end);
    }
  }

  #untilAborted(signal: CancelSignal, callId: string, leave: (error: Error) => void): () => void {
    const onAbort = () => leave(cancelledWhileQueued(this.#subject, callId, toReason(signal)));
    signal.addEventListener('abort', onAbort, { once: true });
    return () => signal.removeEventListener('abort', onAbort);
  }

  /** Fires when the worker being started is silent for `ms`. */
  #untilSilent(starting: RemoteCapabilityProxy | undefined, ms: number, fire: () => void): () => void {
    let stop = this.#clock.after(ms, fire);
    const unwatch = starting?.observe({
      onProgress: () => {
        stop();
        stop = this.#clock.after(ms, fire);
      },
    });
    return () => {
      stop();
      unwatch?.();
    };
  }
}
