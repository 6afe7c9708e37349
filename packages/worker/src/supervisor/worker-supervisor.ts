import { randomUUID } from 'node:crypto';
import type { WorkerState } from '../event/worker-event.js';
import { toCapabilityError } from '../error/to-capability-error.js';
import type { ProxyObserver } from '../proxy/proxy-observer.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { WorkerSpec } from '../proxy/worker-spec.js';
import type { WorkerExit } from '../transport/transport.js';
import { CancelLadder, type CancelStep } from './cancel-ladder.js';
import type { TimedSubject } from './call-timeouts.js';
import { sleep, systemClock, type WorkerClock } from './clock.js';
import { defaultHealthLimits, HealthWatch, type HealthLimits } from './health-watch.js';
import { ReadyQueue, type WaitOptions } from './ready-queue.js';
import { CrashBudget, type RestartPolicy } from './restart-policy.js';
import { writeRunFile } from './run-file.js';
import { crashLoopError, stoppedError } from './supervisor-errors.js';

/** What a supervisor does at the moment. */
export type SupervisorState = 'stopped' | 'starting' | 'running' | 'restarting' | 'parked' | 'crash_looping';

/** Why the host itself ended a worker; such an exit costs nothing, except that of a worker that stood still. */
export type EndReason = 'stop' | 'reload' | 'recycle' | 'park' | 'cancel' | 'frozen' | 'failed start';

/** Somebody who is told what becomes of the workers; none of it may throw. */
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
  /** All that starts a worker; asked anew for each life, with the life's own session. */
  readonly spec: (session: string) => WorkerSpec;
  /** What makes a worker that said hello ready for calls. */
  readonly prepare: (proxy: RemoteCapabilityProxy) => Promise<void>;
  readonly listener?: SupervisorListener;
  /** Watches every worker from its first moment. */
  readonly observer?: ProxyObserver;
  readonly restart?: Partial<RestartPolicy>;
  readonly health?: Partial<HealthLimits>;
  readonly graceMs?: number;
  /** Where living workers are noted; without it none is. */
  readonly runDir?: string;
  readonly clock?: WorkerClock;
  readonly random?: () => number;
}

const GRACE_MS = 2000;

/**
 * Keeps one worker alive, life after life, from a spec that never changes by itself:
 *
 *     starting ──▸ running ──(exit)──▸ restarting ──▸ running
 *                                          └──(too often)──▸ crash_looping ──(reload)──▸ starting
 */
export class WorkerSupervisor {
  readonly #options: SupervisorOptions;
  readonly #clock: WorkerClock;
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
  /** Ends the wait for the next life. */
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

  /** A worker that can be called at once. */
  get current(): RemoteCapabilityProxy | undefined {
    return this.#state === 'running' && this.#proxy?.exit === undefined ? this.#proxy : undefined;
  }

  /** The worker of this moment, ready or not. */
  get proxy(): RemoteCapabilityProxy | undefined {
    return this.#proxy;
  }

  /** How often a worker was started again by itself. */
  get restarts(): number {
    return this.#restarts;
  }

  /** The size that the worker told last. */
  get lastRssBytes(): number {
    return this.#health?.rssBytes ?? 0;
  }

  get subject(): TimedSubject {
    const { instanceId, capabilityName } = this.#options;
    return { instanceId, capabilityName };
  }

  /** The first life. If it fails nothing is left, and it is not tried again. */
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

  /** A worker that can be called: at once if there is one. */
  async ready(options: WaitOptions = {}): Promise<RemoteCapabilityProxy> {
    const { current } = this;
    if (current !== undefined) return current;
    if (this.#state === 'stopped') throw stoppedError(this.subject);
    if (this.#state === 'parked') void this.start().catch(() => undefined);
    if (this.#state === 'crash_looping') throw crashLoopError(this.#budget, this.subject, this.#lastError);
    return this.#line.wait(options, this.#proxy);
  }

  /** Ends the worker, after its calls and within the grace; nothing starts until `start`. */
  async stop(reason: EndReason = 'stop'): Promise<void> {
    await this.#halt(reason);
    this.#settle('stopped', stoppedError(this.subject));
  }

  /** A new worker, whatever became of the old one; calls that come meanwhile wait for it. */
  async reload(): Promise<RemoteCapabilityProxy> {
    await this.#halt('reload');
    this.#budget.reset();
    return this.start();
  }

  /** Ends a worker that nobody needs at the moment; the next call starts another one. */
  async park(): Promise<boolean> {
    if (this.#state !== 'running' || (this.#proxy?.inFlight.length ?? 0) > 0) return false;
    await this.#halt('park');
    this.#become('parked');
    if (this.#line.length > 0) void this.start().catch(() => undefined);
    return true;
  }

  /** A new worker for one that is well, without anybody waiting for it. */
  recycle(): void {
    const proxy = this.#proxy;
    if (this.#state !== 'running' || proxy === undefined) return;
    this.#ending = 'recycle';
    this.#become('restarting');
    void proxy.stop('recycle', this.#graceMs);
  }

  /** Ends the worker now for the sake of one call; another one comes by itself. */
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

  /** Resolves when the calls of a worker are over, or have been waited for long enough. */
  #drained(proxy: RemoteCapabilityProxy): Promise<void> {
    if (proxy.inFlight.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => (late(), unwatch(), resolve());
      const late = this.#clock.after(this.#graceMs, () => done());
      const unwatch = proxy.observe({ onCallEnd: () => proxy.inFlight.length === 0 && done(), onExit: () => done() });
    });
  }

  /** One life up to ready; what fails on the way leaves no process. */
  async #live(): Promise<RemoteCapabilityProxy> {
    const proxy = new RemoteCapabilityProxy(this.#options.spec(randomUUID()));
    const { signal } = this.#calm;
    this.#adopt(proxy);
    try {
      await proxy.connect();
      await this.#options.prepare(proxy);
      signal.throwIfAborted();
    } catch (error) {
      this.#ending ??= 'failed start';
      await proxy.terminate();
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
    // The pid is there when the transport has started, a moment after the state says so.
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

  /** The pause before a call that follows in the same turn is none: nobody is told of it. */
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

  /** Starts lives until one is ready, the budget is used up or somebody stops it. */
  async #revive(counted: boolean): Promise<void> {
    const { signal } = this.#calm;
    this.#become('restarting');
    for (let pay = counted; !signal.aborted; pay = true) {
      const delayMs = pay ? this.#budget.onExit(this.#clock.now(), this.#readySince) : 0;
      if (delayMs === undefined) {
        return this.#settle('crash_looping', crashLoopError(this.#budget, this.subject, this.#lastError));
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

  #end(why: EndReason, callId?: string): void {
    const proxy = this.#proxy;
    if (proxy === undefined || proxy.exit !== undefined) return;
    this.#ending ??= why;
    if (this.#state === 'running') this.#become('restarting');
    void proxy.terminate(undefined, callId);
  }

  /** Says what has become of the wait for a worker, to all who wait. */
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
