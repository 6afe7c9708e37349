import { digest, type JsonSchemaObject } from '@helve/core';
import { PeakSampler } from '../admission/peak-sampler.js';
import { newCallId } from '../call/call-id.js';
import { IdTable } from '../call/id-table.js';
import type { Config } from '../capability/tool-capability.js';
import type { EventIds } from '../event/worker-event.js';
import { CapabilityDisabledError } from '../error/input-errors.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import { createSecretRedactor, type SecretRedactor } from '../secret/secret-redactor.js';
import { CallGate } from '../supervisor/call-gate.js';
import { defaultTimeouts, timeoutError, watchCall, type CallTimeouts } from '../supervisor/call-timeouts.js';
import {
  explainFailure,
  superviseCall,
  type CallSurroundings,
  type SupervisedOptions,
} from '../supervisor/supervised-call.js';
import { SupervisedStream } from '../supervisor/supervised-stream.js';
import { UsageLedger } from '../supervisor/usage-ledger.js';
import { WorkerSupervisor } from '../supervisor/worker-supervisor.js';
import { featuresByOperation, type CallOp } from '../wire/operation.js';
import { toRemoteRequest, type CapabilityCallOptions, type CapabilityRequest } from './capability-request.js';
import { CallTimeline } from './call-timeline.js';
import type { InstanceDrift } from '../manifest/drift-facts.js';
import { cleanError, type Host } from './host.js';
import type { InstanceInfo } from './instance-info.js';
import { observeInstance } from './instance-observer.js';
import { defaultInstanceLimits, type InstanceLimits } from './load-options.js';
import { Lock } from './lock.js';
import { MeasuredCall } from './measured-call.js';
import { prepareWorker, type ConfigSources } from './prepare-worker.js';
import type { CapabilityFile, WorkerPlan } from './worker-plan.js';

/** One loaded capability: its plan, worker, configuration and calls. */
export class CapabilityInstance {
  readonly id: string;
  readonly found: CapabilityFile;
  readonly supervisor: WorkerSupervisor;
  readonly gate: CallGate;
  readonly ledger = new UsageLedger();
  /** Ids of the calls in flight. */
  readonly calls = new IdTable<Pick<EventIds, 'jobId'>>();
  readonly sampler: PeakSampler;
  /** Serializes changes of the instance. */
  readonly lock = new Lock();
  readonly #host: Host;
  #plan: WorkerPlan;
  #limits: InstanceLimits;
  #config: Config = {};
  #configHash = '';
  #initialConfig: ConfigSources | undefined;
  #schema: JsonSchemaObject = {};
  #drift: InstanceDrift = {};
  #holds: (() => void)[] = [];
  /** Hides the secrets of its worker; undefined without any. Variables of unknown content are hidden from logs and errors only. */
  #ofSecrets: SecretRedactor | undefined;
  #callsOfWorker = 0;
  #completed = 0;
  #failed = 0;
  enabled = true;
  envStale = false;

  constructor(host: Host, id: string, found: CapabilityFile, plan: WorkerPlan) {
    this.#host = host;
    this.id = id;
    this.found = found;
    this.#plan = plan;
    this.#limits = toLimits(plan);
    const { clock, random, runDir } = host;
    const { graceMs, restart, health } = plan.options;
    this.supervisor = new WorkerSupervisor({
      instanceId: id,
      capabilityName: this.name,
      spec: (session) => this.#plan.spec(session),
      prepare: (proxy) => this.#prepare(proxy),
      clock,
      random,
      ...observeInstance(host, this),
      ...(graceMs !== undefined && { graceMs }),
      ...(restart && { restart }),
      ...(health && { health }),
      ...(runDir !== undefined && { runDir }),
    });
    this.gate = new CallGate(this.limits, this.supervisor.subject, clock);
    this.sampler = new PeakSampler({
      probe: host.probe,
      clock,
      pid: () => (this.isMeasurable ? this.supervisor.proxy?.pid : undefined),
      onSample: (sample) => host.hub.publish({ type: 'resource_snapshot', instanceId: id, ...sample }),
    });
  }

  get name(): string {
    return this.#plan.manifest.code.name;
  }

  get plan(): WorkerPlan {
    return this.#plan;
  }

  get limits(): InstanceLimits {
    return this.#limits;
  }

  get config(): Config {
    return this.#config;
  }

  get configHash(): string {
    return this.#configHash;
  }

  get schema(): JsonSchemaObject {
    return this.#schema;
  }

  /** True when the worker has a process of its own, whose memory can be measured. */
  get isMeasurable(): boolean {
    return this.#plan.transport === 'process' || this.#plan.transport === 'ndjson';
  }

  get isOpen(): boolean {
    return this.#plan.options.admission === 'open' || !this.isMeasurable;
  }

  /** Starts the first worker; the caller's configuration overrides the recorded one. */
  async start(caller: Config | undefined, record: Config | undefined): Promise<void> {
    this.#initialConfig = { caller, record };
    this.#hold();
    try {
      await this.supervisor.start();
    } catch (error) {
      const clean = this.clean(error);
      this.#release();
      this.#host.gpus.release(this.#plan.gpus);
      throw clean;
    }
  }

  async stop(): Promise<void> {
    this.sampler.stop();
    await this.supervisor.stop();
    this.#release();
    this.#host.gpus.release(this.#plan.gpus);
  }

  /** Starts a new worker from a new plan. On failure the plan stays, and another reload can fix it. */
  async reload(plan: WorkerPlan, config?: Config): Promise<void> {
    const old = this.#holds;
    this.#holds = [];
    this.#plan = plan;
    this.#initialConfig = { caller: config ?? this.#config, record: undefined };
    this.#limits = toLimits(plan);
    this.gate.limits = this.#limits;
    this.envStale = false;
    this.#hold();
    try {
      await this.supervisor.reload();
    } catch (error) {
      throw this.clean(error);
    } finally {
      for (const release of old) release();
    }
  }

  /** Makes one call: waits for a permit and a worker, then for the result. */
  async call(request: CapabilityRequest, options: CapabilityCallOptions = {}): Promise<unknown> {
    const remote = toRemoteRequest(request, false);
    this.assertEnabled();
    const { timeline, around, supervised } = this.#prepareCall(options);
    const waiting = this.#enter(supervised, options.nested);
    if (waiting !== undefined) await waiting;
    const measured = new MeasuredCall(this.#host, this, options.measure === true);
    try {
      this.assertEnabled();
      const value = this.#withoutSecrets(await superviseCall(around, remote, supervised));
      this.#completed += 1;
      const noting = measured.end(true, timeline.usage);
      if (noting !== undefined) await noting;
      return value;
    } catch (error) {
      this.#failed += 1;
      await measured.end(false, timeline.usage);
      throw this.clean(error);
    } finally {
      this.#left();
      timeline.end();
    }
  }

  /** Opens one stream: a call that begins with the first pull. */
  stream(request: CapabilityRequest, options: CapabilityCallOptions = {}): AsyncIterableIterator<unknown> {
    const remote = toRemoteRequest(request, true);
    const { timeline, around, supervised } = this.#prepareCall(options);
    let measured: MeasuredCall | undefined;
    return new SupervisedStream(around, remote, supervised, {
      begin: async () => {
        this.assertEnabled();
        await this.#enter(supervised, options.nested);
        measured = new MeasuredCall(this.#host, this, options.measure === true);
        this.assertEnabled();
      },
      finish: (error) => {
        if (measured === undefined) return;
        if (error === undefined) this.#completed += 1;
        else this.#failed += 1;
        void measured.end(error === undefined, timeline.usage);
        this.#left();
        timeline.end();
      },
      show: (value) => this.#withoutSecrets(value),
      explain: (error) => this.clean(error),
    });
  }

  /** Runs one lifecycle hook of a worker within its time limit; does nothing when the worker lacks it. */
  async lifecycle(proxy: RemoteCapabilityProxy, op: CallOp, args: readonly unknown[] = []): Promise<unknown> {
    const feature = featuresByOperation[op];
    if (feature !== undefined && proxy.hello?.features.includes(feature) === false) return undefined;
    const { timeouts } = this.#plan.options;
    const { startMs = defaultTimeouts.startMs, idleMs = defaultTimeouts.lifecycleIdleMs } = timeouts ?? {};
    const isStart = op === 'initialize' && this.supervisor.state !== 'running';
    const call = proxy.call({ op, args });
    // A worker that was never ready holds no state: it is killed without a grace period.
    const watch = isStart
      ? watchCall(call, startMs, undefined, this.#host.clock, () => void proxy.terminate())
      : watchCall(call, idleMs, undefined, this.#host.clock);
    try {
      return await call.result;
    } catch (error) {
      if (isStart && watch.fired !== undefined) throw timeoutError('start', startMs, this.supervisor.subject);
      const { around } = this.#prepareCall({});
      throw this.clean(await explainFailure(around, error, watch, { envelope: { callId: call.id }, beganAt: 0 }));
    } finally {
      watch.stop();
      this.ledger.add(call.usage);
    }
  }

  /** Stores a configuration that the worker has applied. */
  commit(config: Config): void {
    this.#config = config;
    this.#configHash = digest(config);
  }

  assertEnabled(): void {
    if (this.enabled) return;
    throw new CapabilityDisabledError(`Cannot call "${this.id}": it is disabled`, {
      capabilityName: this.name,
      instanceId: this.id,
    });
  }

  /** Removes secrets from an error that leaves the host. */
  clean(error: unknown): Error {
    return this.#holds.length === 0 && error instanceof Error ? error : cleanError(this.#host.redactor, error);
  }

  /** Removes secrets from a result that leaves the host; the common case has none. */
  #withoutSecrets(value: unknown): unknown {
    if (this.#ofSecrets === undefined) return value;
    const { value: clean, redacted } = this.#ofSecrets.redact(value);
    return redacted.length === 0 ? value : clean;
  }

  info(): InstanceInfo {
    const { proxy, state, workerState, restarts } = this.supervisor;
    const alive = proxy !== undefined && proxy.exit === undefined;
    return Object.freeze({
      id: this.id,
      capability: this.name,
      version: proxy?.hello?.version ?? this.#plan.manifest.code.version,
      state,
      workerState,
      pid: alive ? proxy.pid : undefined,
      session: alive ? proxy.session : undefined,
      transport: this.#plan.transport,
      enabled: this.enabled,
      inFlight: this.gate.inFlight,
      queued: this.gate.queued,
      configHash: this.#configHash,
      drift: this.#drift,
      envStale: this.envStale,
      usage: this.ledger.totals(),
      peak: this.sampler.peak,
      adapters: Object.keys(proxy?.hello?.adapters ?? {}),
      adapterFailures: [...this.#plan.adapterFailures, ...(proxy?.hello?.adapterFailures ?? [])],
      actions: proxy?.hello?.actions ?? [],
      restarts,
      calls: { completed: this.#completed, failed: this.#failed },
      workers: [
        {
          state: state === 'running' ? workerState : state,
          pid: alive ? proxy.pid : undefined,
          inFlight: this.gate.inFlight,
          restarts,
          rssBytes: this.#size(),
          gpus: this.#plan.gpus,
          remote: this.#plan.remote,
          roundTripMs: this.supervisor.proxy?.roundTripMs,
        },
      ],
    });
  }

  /** Prepares a new worker: hello → drift → validate → initialize → prefetch */
  async #prepare(proxy: RemoteCapabilityProxy): Promise<void> {
    this.#callsOfWorker = 0;
    const { options } = this.#plan;
    if (this.#initialConfig !== undefined) {
      const { schema, drift, config } = await prepareWorker(
        this.#host,
        this.id,
        this.#plan,
        proxy,
        this.#initialConfig,
      );
      this.#schema = schema;
      this.#drift = drift;
      this.commit(config);
    }
    await this.lifecycle(proxy, 'initialize', [this.#config]);
    if (options.prefetch === true) await this.lifecycle(proxy, 'prefetch');
    this.#initialConfig = undefined;
  }

  #prepareCall(options: CapabilityCallOptions) {
    const { clock, oom } = this.#host;
    const timeline = new CallTimeline(this.#host, this, options, options.callId ?? newCallId());
    const around: CallSurroundings = { supervisor: this.supervisor, clock, oom, listener: timeline };
    const { timeouts: usual = none } = this.#plan.options;
    const timeouts = options.timeouts === undefined ? usual : { ...usual, ...options.timeouts };
    const supervised: SupervisedOptions = {
      envelope: timeline.envelope,
      idempotent: options.idempotent,
      timeouts,
      beganAt: clock.now(),
      onProgress: (progress) => timeline.onProgress(progress),
      onAccount: (account) => timeline.onAccount(account),
      onInvoke: options.onInvoke,
      signal: options.signal,
    };
    return { timeline, around, supervised };
  }

  #enter(supervised: SupervisedOptions, nested: boolean | undefined): Promise<void> | undefined {
    const { envelope, timeouts = none, signal } = supervised;
    const { callId } = envelope;
    return this.gate.enter({ callId, queueMs: timeouts.queueMs, totalMs: timeouts.totalMs, signal, nested });
  }

  /** Replaces a worker that is too old or too large between two calls. */
  #left(): void {
    const { maxCalls, maxRssBytes } = this.limits;
    this.#callsOfWorker += 1;
    const isOld = maxCalls !== undefined && this.#callsOfWorker >= maxCalls;
    const isLarge = maxRssBytes !== undefined && this.#size() > maxRssBytes;
    if (isOld) this.gate.pause();
    if ((isOld || isLarge) && this.gate.inFlight === 1) {
      this.#callsOfWorker = 0;
      this.supervisor.recycle();
      this.gate.resume();
    }
    this.gate.leave();
  }

  #size(): number {
    return Math.max(this.sampler.last.rssBytes, this.supervisor.lastRssBytes);
  }

  /** Keeps the secrets of this worker redacted for as long as it lives. */
  #hold(): void {
    const { variables, env } = this.#plan.env;
    const hidden = variables.filter(({ name }) => typeof env[name] === 'object');
    this.#holds = hidden.flatMap(({ name }) => {
      const value = env[name];
      return value === undefined || typeof value === 'string' ? [] : [this.#host.redactor.hold(name, value)];
    });
    const secrets = hidden.filter(({ source }) => source === 'secret');
    this.#ofSecrets = secrets.length === 0 ? undefined : createSecretRedactor();
    for (const { name } of secrets) {
      const value = env[name];
      if (value !== undefined && typeof value !== 'string') this.#ofSecrets?.hold(name, value);
    }
  }

  #release(): void {
    for (const release of this.#holds.splice(0)) release();
  }
}

const none: CallTimeouts = Object.freeze({});

function toLimits({ options }: WorkerPlan): InstanceLimits {
  return { ...defaultInstanceLimits, ...options.limits };
}
