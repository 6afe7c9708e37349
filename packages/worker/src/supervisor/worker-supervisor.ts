import { systemClock, type TimerClock } from '@helve/core';
import { randomUUID } from 'node:crypto';
import type { WorkerState } from '../event/worker-event.js';
import { toCapabilityError } from '../error/to-capability-error.js';
import type { ProxyObserver } from '../proxy/proxy-observer.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { WorkerSpec } from '../proxy/worker-spec.js';
import type { WorkerExit } from '../transport/transport.js';
import { CancelLadder, type CancelStep } from './cancel-ladder.js';
import type { TimedSubject } from './call-timeouts.js';
import { sleep } from './clock.js';
import { defaultHealthLimits, HealthWatch, type HealthLimits } from './health-watch.js';
import { ReadyQueue, type WaitOptions } from './ready-queue.js';
import { CrashBudget, type RestartPolicy } from './restart-policy.js';
import { writeRunFile } from './run-file.js';
import { crashLoopError, stoppedError } from './supervisor-errors.js';

/** States of a supervisor. */
export type SupervisorState = 'stopped' | 'starting' | 'running' | 'restarting' | 'parked' | 'crash_looping';

/** Reasons for which the host itself ends a worker; such an exit costs no budget, except that of a frozen worker. */
export type EndReason = 'stop' | 'reload' | 'recycle' | 'park' | 'cancel' | 'frozen' | 'failed start';

/** Receives changes of the workers; its methods must not throw. */
export interface SupervisorListener {
  onSpawn?(proxy: RemoteCapabilityProxy): void;
  onExit?(proxy: RemoteCapabilityProxy, exit: WorkerExit, why: EndReason | 'crash'): void;
  onWorkerState?(to: WorkerState, from: WorkerState, proxy: RemoteCapabilityProxy, reason?: string): void;
  onCancelStep?(step: CancelStep, proxy: RemoteCapabilityProxy): void;
  onRestart?(delayMs: number, error: unknown): void;
}

export interface SupervisorOptions {
  readonly instanceId: string;
  readonly capabilityName?: string;
  /** Returns the spec of a worker, for each life anew, with the life's own session. */
  readonly spec: (session: string) => WorkerSpec;
  /** Makes a worker that sent hello ready for calls. */
  readonly prepare: (proxy: RemoteCapabilityProxy) => Promise<void>;
  readonly listener?: SupervisorListener;
  /** Observes every worker from its start. */
  readonly observer?: ProxyObserver;
  readonly restart?: Partial<RestartPolicy>;
  readonly health?: Partial<HealthLimits>;
  readonly graceMs?: number;
  /** Folder for the records of running workers. Default: none are written. */
  readonly runDir?: string;
  readonly clock?: TimerClock;
  readonly random?: () => number;
}

const GRACE_MS = 2000;

/**
 * Keeps one worker alive, life after life, from a constant spec:
 *
 *     starting ──▸ running ──(exit)──▸ restarting ──▸ running
 *                                          └──(too often)──▸ crash_looping ──(reload, or a call after the window)──▸ starting
 */
export class WorkerSupervisor {
  readonly #options: SupervisorOptions;
  readonly #clock: TimerClock;
  readonly #budget: CrashBudget;
  readonly #graceMs: number;
  readonly #line: ReadyQueue;
  #proxy: RemoteCapabilityProxy | undefined;
  #state: SupervisorState = 'stopped';
  #workerState: WorkerState = 'dead';
  #restsSoon = false;
  #ending: EndReason | undefined;
  #readySince: number | undefined;
  #health: HealthWatch | undefined;
  #lastError: unknown;
  #restarts = 0;
  /** Ends the delay before the next life. */
  #calm = new AbortController();
  #exited: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#budget = new CrashBudget(options.restart, options.random);
    this.#graceMs = options.graceMs ?? GRACE_MS;
    this.#line = new ReadyQueue(this.subject, this.#clock);
  }

  get state(): SupervisorState {
    return this.#state;
  }

  get workerState(): WorkerState {
    return this.#workerState === 'busy' && this.#proxy?.state === 'ready' ? 'ready' : this.#workerState;
  }

  /** The worker, if it can be called at once. */
  get current(): RemoteCapabilityProxy | undefined {
    return this.#state === 'running' && this.#proxy?.exit === undefined ? this.#proxy : undefined;
  }

  /** The current worker, ready or not. */
  get proxy(): RemoteCapabilityProxy | undefined {
    return this.#proxy;
  }

  /** Number of automatic restarts. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Memory that the worker reported last. */
  get lastRssBytes(): number {
    return this.#health?.rssBytes ?? 0;
  }

  get subject(): TimedSubject {
    const { instanceId, capabilityName } = this.#options;
    return { instanceId, capabilityName };
  }

  /** Starts the first life. A failure leaves nothing behind and is not retried. */
  async start(): Promise<RemoteCapabilityProxy> {
    this.#calm = new AbortController();
    this.#become('starting');
    try {
      return await this.#live();
    } catch (error) {
      this.#settle('stopped', error instanceof Error ? error : toCapabilityError(error));
      throw error;
    }
  }

  /** Resolves to a worker that can be called, at once if there is one. */
  async ready(options: WaitOptions = {}): Promise<RemoteCapabilityProxy> {
    const { current } = this;
    if (current !== undefined) return current;
    if (this.#state === 'stopped') throw stoppedError(this.subject);
    const isLooping = this.#state === 'crash_looping';
    if (isLooping && !this.#budget.isOver(this.#clock.now())) throw this.#crashLoop();
    if (isLooping || this.#state === 'parked') void this.#wake(isLooping);
    return this.#line.wait(options, this.#proxy);
  }

  /** Ends the worker after its calls, within the grace period; nothing starts until `start`. */
  async stop(reason: EndReason = 'stop'): Promise<void> {
    await this.#halt(reason);
    this.#settle('stopped', stoppedError(this.subject));
  }

  /** Ends the worker at once, also one that is still starting; nothing starts until `start`. */
  async abandon(): Promise<void> {
    this.#calm.abort();
    this.#ending ??= 'stop';
    await this.#proxy?.terminate();
  }

  /** Starts a new worker, whatever became of the old one; calls wait for it meanwhile. */
  async reload(): Promise<RemoteCapabilityProxy> {
    await this.#halt('reload');
    this.#budget.reset();
    return this.start();
  }

  /** Ends an idle worker; the next call starts another one. */
  async park(): Promise<boolean> {
    if (this.#state !== 'running' || (this.#proxy?.inFlight.length ?? 0) > 0) return false;
    await this.#halt('park');
    this.#become('parked');
    if (this.#line.length > 0) void this.start().catch(() => undefined);
    return true;
  }

  /** Replaces a healthy worker in the background. */
  recycle(): void {
    const proxy = this.#proxy;
    if (this.#state !== 'running' || proxy === undefined) return;
    this.#ending = 'recycle';
    this.#become('restarting');
    void proxy.stop('recycle', this.#graceMs);
  }

  /** Ends the worker at once for the sake of one call; another one starts automatically. */
  force(callId: string): void {
    this.#end('cancel', callId);
  }

  async #halt(reason: EndReason): Promise<void> {
    this.#calm.abort();
    this.#become('starting');
    const proxy = this.#proxy;
    if (proxy !== undefined && proxy.exit === undefined) {
      await this.#drained(proxy);
      this.#ending = reason;
      await proxy.stop(reason, this.#graceMs);
    }
    await this.#exited;
  }

  /** Resolves when the calls of a worker are over, or the grace period has passed. */
  #drained(proxy: RemoteCapabilityProxy): Promise<void> {
    if (proxy.inFlight.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => (late(), unwatch(), resolve());
      const late = this.#clock.after(this.#graceMs, () => done());
      const unwatch = proxy.observe({ onCallEnd: () => proxy.inFlight.length === 0 && done(), onExit: () => done() });
    });
  }

  /** Runs one life up to ready; a failure leaves no process behind. */
  async #live(): Promise<RemoteCapabilityProxy> {
    const proxy = new RemoteCapabilityProxy(this.#options.spec(randomUUID()));
    const { signal } = this.#calm;
    this.#adopt(proxy);
    try {
      const { features } = await proxy.connect();
      const control = features.includes('control') && proxy.flags.crashBoundary;
      signal.throwIfAborted();
      if (features.includes('heartbeat')) this.#health?.begin({ control });
      await this.#options.prepare(proxy);
      signal.throwIfAborted();
    } catch (error) {
      this.#ending ??= 'failed start';
      await proxy.terminate();
      // The record of the worker is removed before anybody hears of the failure.
      await this.#exited;
      throw error;
    }
    this.#readySince = this.#clock.now();
    this.#sayWorker(proxy, proxy.inFlight.length > 0 ? 'busy' : 'ready');
    this.#settle('running', proxy);
    return proxy;
  }

  #adopt(proxy: RemoteCapabilityProxy): void {
    const { observer, health, listener } = this.#options;
    this.#proxy = proxy;
    this.#ending = undefined;
    this.#readySince = undefined;
    const steps = new CancelLadder(proxy, {
      graceMs: this.#graceMs,
      clock: this.#clock,
      force: (callId) => this.#end('cancel', callId),
      report: (step) => listener?.onCancelStep?.(step, proxy),
    });
    const watch = new HealthWatch({ ...defaultHealthLimits, ...health }, this.#clock, {
      onResponsive: (well) => this.#onResponsive(proxy, well),
      onFrozen: () => this.#end('frozen'),
    });
    this.#health = watch;
    if (observer !== undefined) proxy.observe(observer);
    let forget: Promise<() => Promise<void>> | undefined;
    let gone: (() => void) | undefined;
    this.#exited = new Promise((resolve) => (gone = resolve));
    proxy.observe({
      onState: (state) => {
        if (state === 'starting') forget = this.#spawned(proxy);
        else if (state !== 'dead') this.#onBusy(proxy, state === 'busy');
      },
      onHeartbeat: (heartbeat) => watch.onHeartbeat(heartbeat),
      onLine: (isOpen) => watch.pause(!isOpen),
      onCancel: (call, reason) => steps.onCancel(call, reason),
      onCallEnd: (call, outcome) => steps.onCallEnd(call, outcome),
      onExit: (exit) => {
        watch.stop();
        void Promise.resolve(forget)
          .then((remove) => remove?.())
          .catch(() => undefined)
          .then(gone);
        this.#onExit(proxy, exit);
      },
    });
  }

  async #spawned(proxy: RemoteCapabilityProxy): Promise<() => Promise<void>> {
    // The pid exists once the transport has started, a moment after the state change.
    await Promise.resolve();
    this.#sayWorker(proxy, 'starting');
    this.#options.listener?.onSpawn?.(proxy);
    const { runDir, instanceId } = this.#options;
    const { pid, session } = proxy;
    if (runDir === undefined || pid === undefined || !proxy.flags.crashBoundary) return async () => undefined;
    return writeRunFile(runDir, { session, instanceId, pid }).catch(() => async () => undefined);
  }

  #onBusy(proxy: RemoteCapabilityProxy, busy: boolean): void {
    if (this.#proxy !== proxy || this.#state !== 'running' || this.#workerState === 'unresponsive') return;
    if (busy) this.#sayWorker(proxy, 'busy');
    else this.#restSoon(proxy);
  }

  /** Reports idleness after this turn: a pause before a call of the same turn is not reported. */
  #restSoon(proxy: RemoteCapabilityProxy): void {
    if (this.#restsSoon) return;
    this.#restsSoon = true;
    setImmediate(() => {
      this.#restsSoon = false;
      if (this.#proxy === proxy && this.#workerState === 'busy' && proxy.state === 'ready')
        this.#sayWorker(proxy, 'ready');
    });
  }

  #onResponsive(proxy: RemoteCapabilityProxy, well: boolean): void {
    if (this.#proxy !== proxy || this.#state !== 'running') return;
    if (well) this.#sayWorker(proxy, proxy.inFlight.length > 0 ? 'busy' : 'ready');
    else this.#sayWorker(proxy, 'unresponsive');
  }

  #onExit(proxy: RemoteCapabilityProxy, exit: WorkerExit): void {
    const why = this.#ending ?? 'crash';
    this.#options.listener?.onExit?.(proxy, exit, why);
    if (this.#proxy !== proxy) return;
    this.#sayWorker(proxy, 'dead', why);
    const wasReady = this.#readySince !== undefined;
    if (!wasReady || why === 'stop' || why === 'reload' || why === 'park') return;
    this.#lastError = new Error(exit.lastStderr.split('\n').at(-1) || `exit code ${exit.code}, signal ${exit.signal}`);
    void this.#revive(why === 'crash' || why === 'frozen');
  }

  /** Starts lives until one is ready, the budget is used up or the supervisor is stopped. */
  async #revive(counted: boolean): Promise<void> {
    const { signal } = this.#calm;
    this.#become('restarting');
    for (let pay = counted; !signal.aborted; pay = true) {
      const delayMs = pay ? this.#budget.onExit(this.#clock.now(), this.#readySince) : 0;
      if (delayMs === undefined) {
        return this.#settle('crash_looping', this.#crashLoop());
      }
      this.#options.listener?.onRestart?.(delayMs, this.#lastError);
      if (delayMs > 0) await sleep(this.#clock, delayMs, signal);
      if (signal.aborted) return;
      this.#restarts += 1;
      try {
        await this.#live();
        return;
      } catch (error) {
        this.#lastError = error;
      }
    }
  }

  /** Starts a worker for a call; after a failure the next call may try again, after crashes only when their window is over. */
  async #wake(isLooping: boolean): Promise<void> {
    this.#calm = new AbortController();
    this.#become('starting');
    try {
      await this.#live();
    } catch (error) {
      this.#lastError = error;
      if (isLooping) this.#budget.onExit(this.#clock.now(), undefined);
      this.#settle(isLooping ? 'crash_looping' : 'parked', error instanceof Error ? error : toCapabilityError(error));
    }
  }

  #crashLoop(): Error {
    return crashLoopError(this.#budget, this.subject, this.#lastError);
  }

  #end(why: EndReason, callId?: string): void {
    const proxy = this.#proxy;
    if (proxy === undefined || proxy.exit !== undefined) return;
    this.#ending ??= why;
    if (this.#state === 'running') this.#become('restarting');
    void proxy.terminate(undefined, callId);
  }

  /** Sets the state and ends the wait of all waiting calls. */
  #settle(state: SupervisorState, end: RemoteCapabilityProxy | Error): void {
    this.#become(state);
    this.#line.settle(end);
  }

  #become(state: SupervisorState): void {
    this.#state = state;
  }

  #sayWorker(proxy: RemoteCapabilityProxy, to: WorkerState, reason?: string): void {
    const from = this.#workerState;
    if (from === to) return;
    this.#workerState = to;
    this.#options.listener?.onWorkerState?.(to, from, proxy, reason);
  }
}
