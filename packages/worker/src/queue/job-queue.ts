import { randomUUID } from 'node:crypto';
import type { AdmissionPolicy, AdmissionVerdict, RunningJob } from '../admission/admission-policy.js';
import type { JobLedger, LedgerEntry } from '../port/job-ledger.js';
import { createAdmission } from '../admission/create-admission.js';
import type { MachineResources, Peaks } from '../admission/resource-probe.js';
import { CapabilityResourceError, WorkerOOMError, type ResourceShortfall } from '../error/resource-errors.js';
import { CapabilityCancelledError, QueueFullError } from '../error/transient-errors.js';
import type { JobStatus } from '../event/worker-event.js';
import { declaredMemory } from '../instance-pool/pool-size.js';
import type { InstancePool } from '../instance-pool/instance-pool.js';
import type { CapabilityInstance } from '../manager/capability-instance.js';
import { toRemoteRequest } from '../manager/capability-request.js';
import type { CapabilityManager } from '../manager/capability-manager.js';
import { journalThenPublish, type Host } from '../manager/host.js';
import { collectValues } from '../call/collect-values.js';
import { toReason } from '../call/cancel-signal.js';
import { timeoutError } from '../supervisor/call-timeouts.js';
import { Evictor } from './evict-idle.js';
import { FinishedJobs } from './finished-jobs.js';
import { Job, type JobInfo, type JobOptions, type JobRequest } from './job.js';
import { JobHandle } from './job-handle.js';
import { isStarving, PendingJobs } from './pending-jobs.js';
import { badPriority, neverFits } from './queue-errors.js';

export interface QueueOptions {
  readonly policy?: AdmissionPolicy;
  /** Maximum number of waiting jobs. Default: 1,000. */
  readonly maxPending?: number;
  /** Time for which, and number of, finished jobs that are remembered. */
  readonly keepMs?: number;
  readonly keepCount?: number;
  /** Keeps accepted jobs, so that they outlive this process. Default: they end with it. */
  readonly ledger?: JobLedger;
}

const MAX_PENDING = 1000;
/** Interval for checking again whether memory has become available. */
const LOOK_AGAIN_MS = 500;
const nothing: Peaks = Object.freeze({ rssBytes: 0, gpuBytes: 0 });

/**
 * Orders jobs and admits them when resources allow:
 *
 *     submit ──▸ pending ──(admission)──▸ running ──▸ completed │ failed │ cancelled
 */
export class JobQueue {
  readonly #manager: CapabilityManager;
  readonly #host: Host;
  readonly #policy: AdmissionPolicy;
  readonly #maxPending: number;
  readonly #ledger: JobLedger | undefined;
  readonly #pending = new PendingJobs();
  readonly #running = new Map<Job, RunningJob>();
  readonly #finished: FinishedJobs;
  readonly #measured = new Map<string, Peaks>();
  readonly #evictor: Evictor;
  #pumping = false;
  #again = false;
  #lookAgain: (() => void) | undefined;

  constructor(manager: CapabilityManager, options: QueueOptions = {}) {
    this.#manager = manager;
    this.#host = manager.host;
    this.#policy = options.policy ?? createAdmission();
    this.#maxPending = options.maxPending ?? MAX_PENDING;
    this.#ledger = options.ledger;
    this.#finished = new FinishedJobs(this.#host.clock, options);
    const isAwaited = (id: string) => this.#pending.countOf(id) > 0;
    this.#evictor = new Evictor(manager, this.#host.clock, isAwaited);
  }

  get pending(): number {
    return this.#pending.size;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Accepts a job after journaling it, or refuses it. */
  async submit(request: JobRequest, options: JobOptions = {}): Promise<JobHandle> {
    this.#check(request, options);
    await this.#host.journal.assertAvailable();
    await this.#learn(request.instanceId);
    if (this.#pending.size >= this.#maxPending) throw this.#full();
    const { idempotent = false, runId } = options;
    return this.#enqueue(
      request,
      options,
      await this.#ledger?.accept({ request, idempotent, runId: runId ?? undefined }),
    );
  }

  /** Takes a job that a ledger has kept, and that is accepted already. */
  async takeOver(request: JobRequest, options: JobOptions = {}): Promise<JobHandle> {
    this.#check(request, options);
    await this.#learn(request.instanceId);
    return this.#enqueue(request, options, undefined);
  }

  async #enqueue(request: JobRequest, options: JobOptions, entry: LedgerEntry | undefined): Promise<JobHandle> {
    const { clock, hub } = this.#host;
    const job = new Job(entry?.id ?? randomUUID(), request, options, clock.now(), entry);
    entry?.lost.addEventListener('abort', () => this.#cancel(job, 'another process has it'), { once: true });
    const handle = new JobHandle(job, hub, hub.seq, (reason) => this.#cancel(job, reason));
    this.#watch(job);
    this.#pending.add(job);
    job.journaled = this.#become(job, 'pending', null);
    this.#pump();
    if (await job.journaled) return handle;
    const error = this.#host.journal.unavailable();
    this.#giveUp(job, 'failed', error);
    throw error;
  }

  /** Lists running jobs, then waiting ones. */
  jobs(): readonly JobInfo[] {
    const now = this.#host.clock.now();
    return this.#open().map((job) => job.info(now));
  }

  /** Finds a job that waits, runs or ended recently. */
  job(id: string): { readonly id: string; readonly status: JobStatus; readonly result: Promise<unknown> } | undefined {
    return this.#open().find((job) => job.id === id) ?? this.#finished.get(id);
  }

  cancel(id: string, reason = 'cancelled'): boolean {
    const job = this.#open().find((one) => one.id === id);
    if (job !== undefined) this.#cancel(job, reason);
    return job !== undefined;
  }

  /** Cancels waiting jobs, or leaves them to others, and waits for running ones. */
  async close(): Promise<void> {
    const waiting = this.#pending.list();
    await Promise.all(waiting.flatMap(({ entry }) => entry?.leave() ?? []));
    for (const job of waiting) this.#cancel(job, 'the queue closes');
    await Promise.allSettled([...this.#running.keys()].map(({ result }) => result));
    this.#lookAgain?.();
  }

  #open(): readonly Job[] {
    return [...this.#running.keys(), ...this.#pending.list()];
  }

  #check(request: JobRequest, { priority = 0 }: JobOptions): void {
    if (!Number.isFinite(priority)) throw badPriority(priority);
    toRemoteRequest(request, false);
    this.#manager.instance(request.instanceId).assertEnabled();
  }

  /** Applies time limit and cancellation to a waiting job. */
  #watch(job: Job): void {
    const { signal, timeouts } = job.options;
    const { queueMs } = timeouts ?? {};
    if (queueMs !== undefined) {
      const subject = { instanceId: job.request.instanceId };
      const late = () => this.#giveUp(job, 'failed', timeoutError('queue', queueMs, subject));
      job.whenLeaving.push(this.#host.clock.after(queueMs, late));
    }
    if (signal === undefined) return;
    const onAbort = () => this.#cancel(job, toReason(signal));
    if (signal.aborted) queueMicrotask(onAbort);
    else signal.addEventListener('abort', onAbort, { once: true });
    job.whenOver.push(() => signal.removeEventListener('abort', onAbort));
  }

  #cancel(job: Job, reason: string): void {
    if (job.isOver || job.abort.signal.aborted) return;
    job.abort.abort(reason);
    const { id: jobId, request } = job;
    const text = `Cannot finish job "${jobId}": it was cancelled (${reason}) before it began`;
    this.#giveUp(job, 'cancelled', new CapabilityCancelledError(text, { instanceId: request.instanceId, reason }));
  }

  /** Ends a job that has not begun; a running one ends with its call. */
  #giveUp(job: Job, status: 'failed' | 'cancelled', error: Error): void {
    if (!this.#pending.remove(job)) return;
    void this.#finish(job, status, { error });
  }

  /** Admits all jobs that may run; the common case needs no probe of the machine. */
  #pump(): void {
    if (this.#pumping) {
      this.#again = true;
      return;
    }
    this.#pumping = true;
    void this.#scan().finally(() => {
      this.#pumping = false;
      if (this.#again) {
        this.#again = false;
        this.#pump();
      }
    });
  }

  async #scan(): Promise<void> {
    const machine = this.#needsMachine() ? await this.#host.probe.machine() : undefined;
    const passed: Job[] = [];
    let missing: { readonly job: Job; readonly shortfall: ResourceShortfall } | undefined;
    for (const job of this.#pending.list()) {
      const verdict = this.#ask(job, machine);
      if (verdict === undefined) continue;
      if (verdict.kind === 'admit') {
        for (const one of passed) one.passes += 1;
        this.#admit(job, verdict);
      } else if (verdict.kind === 'never') this.#giveUp(job, 'failed', neverFits(job, verdict.shortfall));
      else {
        this.#block(job, verdict.reason);
        if (verdict.shortfall !== undefined) missing ??= { job, shortfall: verdict.shortfall };
        // Waiting for its own instance does not block jobs of other instances.
        if (verdict.reason !== 'instance') passed.push(job);
        if (verdict.reason !== 'instance' && isStarving(job, this.#host.clock.now())) break;
      }
    }
    if (missing !== undefined) await this.#makeRoom(missing.job, missing.shortfall);
  }

  #needsMachine(): boolean {
    return this.#pending.list().some(({ request }) => {
      const instance = this.#manager.has(request.instanceId) ? this.#manager.instance(request.instanceId) : undefined;
      return instance !== undefined && !instance.isOpen && this.#expected(instance) !== undefined;
    });
  }

  #ask(job: Job, machine: MachineResources | undefined): AdmissionVerdict | undefined {
    const { instanceId } = job.request;
    if (!this.#manager.has(instanceId)) {
      this.#giveUp(job, 'failed', this.#manager.notLoaded(instanceId));
      return undefined;
    }
    const pool = this.#manager.pool(instanceId);
    const { primary } = pool;
    const ours = [...this.#running].filter(([one]) => one.request.instanceId === instanceId).length;
    return this.#policy.decide(
      {
        instanceId,
        maxConcurrent: pool.capacity,
        inFlight: Math.max(ours, pool.load),
        open: primary.isOpen,
        measured: this.#expected(primary),
        workers: pool.size.max,
        resident: residentOf(pool),
      },
      { running: [...this.#running.values()], machine, residentOf: (id) => this.#resident(id) },
    );
  }

  /** Peaks of earlier runs, and not less than what is declared for a worker. */
  #expected(instance: CapabilityInstance): Peaks | undefined {
    const measured = this.#measured.get(keyOf(instance));
    const rssBytes = declaredMemory(instance.plan.options);
    if (rssBytes === 0) return measured;
    return { rssBytes: Math.max(rssBytes, measured?.rssBytes ?? 0), gpuBytes: measured?.gpuBytes ?? 0 };
  }

  #resident(instanceId: string): Peaks {
    return this.#manager.has(instanceId) ? residentOf(this.#manager.pool(instanceId)) : nothing;
  }

  #block(job: Job, reason: string): void {
    job.blockedSince ??= this.#host.clock.now();
    if (job.blockReason === reason) return;
    job.blockReason = reason;
    this.#host.hub.publish({ type: 'block_reason_changed', ...toIds(job), reason });
  }

  /** Evicts idle instances, else retries later. */
  async #makeRoom(job: Job, shortfall: ResourceShortfall): Promise<void> {
    const evicted = await this.#evictor.evict(job.request.instanceId, shortfall);
    if (evicted.length > 0) this.#again = true;
    this.#lookAgain?.();
    this.#lookAgain = this.#host.clock.after(LOOK_AGAIN_MS, () => this.#pump());
  }

  #admit(job: Job, { measuring, reserved }: Extract<AdmissionVerdict, { kind: 'admit' }>): void {
    this.#pending.remove(job);
    job.leaveQueue();
    job.blockReason = null;
    const { instanceId } = job.request;
    const workers = this.#manager.has(instanceId) ? this.#manager.pool(instanceId).size.max : 1;
    this.#running.set(job, { instanceId, measuring, reserved, workers });
    void this.#run(job, measuring);
  }

  async #run(job: Job, measuring: boolean): Promise<void> {
    const began = await this.#become(job, 'running', 'pending');
    try {
      if (!began && !(await job.journaled)) throw this.#host.journal.unavailable();
      await job.entry?.begin();
      const value = await this.#callWithRetry(job, measuring);
      await this.#finish(job, 'completed', { value }, measuring);
    } catch (error) {
      const cancelled = job.abort.signal.aborted && CapabilityCancelledError.is(error);
      await this.#finish(job, cancelled ? 'cancelled' : 'failed', { error: error as Error }, measuring);
    }
  }

  /** Runs the call; a shortage of resources is answered with eviction, a fresh worker and one more attempt. */
  async #callWithRetry(job: Job, measure: boolean): Promise<unknown> {
    try {
      return await this.#call(job, { measure, attempt: 1 });
    } catch (error) {
      if (!isShortage(error) || job.abort.signal.aborted) throw error;
      const { instanceId } = job.request;
      this.#host.hub.publish({ type: 'retry_started', ...toIds(job), attempt: 2, because: error.code });
      await this.#evictor.evict(instanceId, error.resourceShortfall, { force: true });
      await this.#manager.reload(instanceId);
      return this.#call(job, { measure, attempt: 2 });
    }
  }

  #call(job: Job, extra: { readonly measure: boolean; readonly attempt: number }): Promise<unknown> {
    const { priority: _, signal: __, timeouts, stream, ...options } = job.options;
    const { queueMs: ___, ...rest } = timeouts ?? {};
    const { instanceId, ...request } = job.request;
    const { id, abort } = job;
    const all = { ...options, ...extra, timeouts: rest, jobId: id, callId: id, signal: abort.signal };
    if (stream === undefined) return this.#manager.call(instanceId, request, all);
    return collectValues(this.#manager.stream(instanceId, request, all), stream);
  }

  async #finish(
    job: Job,
    status: 'completed' | 'failed' | 'cancelled',
    end: { readonly value: unknown } | { readonly error: Error },
    measuring = false,
  ): Promise<void> {
    job.leaveQueue();
    if (measuring) await this.#learn(job.request.instanceId, true);
    const before = job.status;
    job.finishedAt = this.#host.clock.now();
    await this.#become(job, status, before, 'error' in end ? readCode(end.error) : undefined);
    this.#running.delete(job);
    this.#finished.add(job);
    // Who hears of the end finds it on the disk.
    await job.entry?.end(end);
    job.settle(end);
    this.#pump();
  }

  /** Changes the status: journal first, then the job, then listeners. */
  async #become(job: Job, to: JobStatus, from: JobStatus | null, code?: string): Promise<boolean> {
    const facts = { from, to, ...(code !== undefined && { code }) };
    const ids = { instanceId: job.request.instanceId, jobId: job.id, callId: job.id };
    const run = job.options.runId ?? undefined;
    const rowIds = { ...ids, ...(run !== undefined && { runId: run }) };
    const durable = await journalThenPublish(this.#host, 'job-state', rowIds, facts);
    job.status = to;
    job.onEvent(this.#host.hub.publish({ type: 'state_transition', ...toIds(job), ...facts }));
    return durable;
  }

  /** Reads the measurements of an instance with its current configuration. */
  async #learn(instanceId: string, again = false): Promise<void> {
    if (!this.#manager.has(instanceId)) return;
    const instance = this.#manager.instance(instanceId);
    const key = keyOf(instance);
    if (instance.isOpen || (this.#measured.has(key) && !again)) return;
    const known = await this.#host.measurements.get(instanceId, instance.configHash).catch(() => undefined);
    if (known !== undefined && known.successRate > 0)
      this.#measured.set(key, { rssBytes: known.peakRssBytes, gpuBytes: known.peakGpuBytes });
  }

  #full(): QueueFullError {
    const limit = this.#maxPending;
    return new QueueFullError(`Cannot submit: ${limit} jobs are already waiting`, { limit });
  }
}

/** Memory that the workers of an instance hold now. */
function residentOf({ members }: InstancePool): Peaks {
  const alive = members.filter(({ supervisor }) => supervisor.state === 'running').map(({ sampler }) => sampler.last);
  return alive.reduce(
    (sum, one) => ({ rssBytes: sum.rssBytes + one.rssBytes, gpuBytes: sum.gpuBytes + one.gpuBytes }),
    nothing,
  );
}

function keyOf({ id, configHash }: { readonly id: string; readonly configHash: string }): string {
  return `${id} ${configHash}`;
}

function toIds({ id: jobId, request, options }: Job) {
  return { instanceId: request.instanceId, jobId, callId: jobId, ...(options.runId && { runId: options.runId }) };
}

function readCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** True for a shortage that may be retried. A worker killed by lack of memory was already retried when harmless. */
function isShortage(error: unknown): error is CapabilityResourceError {
  return CapabilityResourceError.is(error) && !WorkerOOMError.is(error) && error.retriable;
}
