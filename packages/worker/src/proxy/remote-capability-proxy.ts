import type { JsonSchemaObject } from '@helve/core';
import type { Disposer } from '../call/cancel-callbacks.js';
import type { FieldOptions } from '../capability/config-option.js';
import { ToolCapability, type Config } from '../capability/tool-capability.js';
import type { TransportFlags, WorkerExit } from '../transport/transport.js';
import type { HelloParams } from '../wire/frame.js';
import { featuresByOperation, isStreamOp, type CallOp } from '../wire/operation.js';
import { startTimeout } from './call-errors.js';
import { ObserverTable } from './observer-table.js';
import type { ProxyObserver, ProxyState } from './proxy-observer.js';
import type { RemoteReply, RemoteCall } from './remote-call.js';
import type { RemoteOptions, RemoteRequest } from './remote-request.js';
import type { RemoteStream } from './remote-stream.js';
import { WorkerConnection } from './worker-connection.js';
import { freezeSpec, type WorkerSpec } from './worker-spec.js';

type MaybeConfig = Config | null | undefined;

const START_MS = 30_000;
const GRACE_MS = 2000;

/** The host's object for one life of a worker: a capability like the one that runs there. */
export class RemoteCapabilityProxy extends ToolCapability {
  readonly spec: WorkerSpec;
  readonly #observers = new ObserverTable();
  readonly #connection: WorkerConnection;

  constructor(spec: WorkerSpec) {
    super();
    this.spec = freezeSpec(spec);
    this.#connection = new WorkerConnection(this.spec, this.#observers);
  }

  /** The capability's name as reported by the worker; until then, the id of the instance. */
  get name(): string {
    return this.#connection.hello?.capability ?? this.spec.instanceId;
  }

  get version(): string {
    return this.#connection.hello?.version ?? '';
  }

  get state(): ProxyState {
    return this.#connection.state;
  }

  get pid(): number | undefined {
    return this.#connection.hello?.pid ?? this.#connection.pid;
  }

  get session(): string {
    return this.#connection.session;
  }

  get flags(): TransportFlags {
    return this.#connection.flags;
  }

  /** The worker's description of itself: features, actions, adapters, hashes. */
  get hello(): HelloParams | undefined {
    return this.#connection.hello;
  }

  /** The end of the worker, once it has ended. */
  get exit(): WorkerExit | undefined {
    return this.#connection.exit;
  }

  /** Time that a message takes to the other machine and back; undefined on this one. */
  get roundTripMs(): number | undefined {
    return this.#connection.roundTripMs;
  }

  get inFlight(): readonly RemoteCall[] {
    return this.#connection.inFlight;
  }

  observe(observer: ProxyObserver): Disposer {
    this.#observers.add(observer);
    return () => this.#observers.remove(observer);
  }

  /** Starts the worker; resolves with its `hello`, before it is initialized. A failure leaves no process behind. */
  async connect(): Promise<HelloParams> {
    return this.#whileAlive(() => this.#connection.open());
  }

  /** Starts the worker and initializes it. */
  async start(config?: MaybeConfig): Promise<HelloParams> {
    const hello = await this.connect();
    await this.#whileAlive(() => this.#ask('initialize', [config ?? {}]));
    return hello;
  }

  /** Cleans up, asks the worker to end and, after `graceMs` for each step, forces it. */
  async stop(reason = 'stop', graceMs: number = this.spec.graceMs ?? GRACE_MS): Promise<void> {
    if (this.#connection.hello !== undefined && this.#connection.exit === undefined) {
      await settledWithin(this.cleanup(), graceMs);
      const gone = this.#untilExit();
      this.#connection.shutdown(graceMs, reason);
      await settledWithin(gone, graceMs);
    }
    await this.terminate();
  }

  /** Ends the worker by force. Calls in flight fail as collateral of the named call. */
  async terminate(graceMs?: number, collateralOf?: string): Promise<void> {
    await this.#connection.terminate(graceMs, collateralOf);
  }

  /** Makes one call and returns its handle. */
  call(request: RemoteRequest, options?: RemoteOptions): RemoteReply {
    return this.#connection.call(request, options);
  }

  /** Opens one stream, which begins at once, and returns its handle. */
  stream(request: RemoteRequest, options?: RemoteOptions): RemoteStream {
    return this.#connection.stream(request, options);
  }

  async initialize(config?: MaybeConfig): Promise<void> {
    await this.#ask('initialize', [config]);
  }

  async getConfigSchema(): Promise<JsonSchemaObject> {
    return (await this.#ask('getConfigSchema')) as JsonSchemaObject;
  }

  async getCurrentConfig(): Promise<Config> {
    return (await this.#ask('getCurrentConfig')) as Config;
  }

  override async prefetch(): Promise<void> {
    await this.#ask('prefetch');
  }

  override async cleanup(): Promise<void> {
    await this.#ask('cleanup');
  }

  override async onDisable(): Promise<void> {
    await this.#ask('onDisable');
  }

  override async onEnable(): Promise<void> {
    await this.#ask('onEnable');
  }

  override async getConfigOptions(): Promise<Record<string, FieldOptions>> {
    return ((await this.#ask('getConfigOptions')) ?? {}) as Record<string, FieldOptions>;
  }

  /** Reconfigures; a worker without `reconfigure` is initialized with the whole configuration. */
  override async reconfigure(old: MaybeConfig, next: MaybeConfig): Promise<void> {
    if (this.#has('reconfigure')) await this.#ask('reconfigure', [old, next]);
    else await this.initialize(next ?? {});
  }

  async structuralSurface(): Promise<unknown> {
    return this.#ask('structuralSurface');
  }

  async declarations(): Promise<unknown> {
    return this.#ask('declarations');
  }

  async stats(): Promise<unknown> {
    return this.#ask('stats');
  }

  override execute(...args: unknown[]): Promise<unknown> {
    return this.#connection.call({ op: 'execute', args }).result;
  }

  override executeStream(...args: unknown[]): AsyncIterable<unknown> {
    if (!this.#has('executeStream')) return single(() => this.execute(...args));
    return lazily(() => this.#connection.stream({ op: 'executeStream', args }));
  }

  override dispatchToAction(action: string, args: object = {}): Promise<unknown> {
    return this.#connection.call({ op: 'action', action, named: args as Record<string, unknown> }).result;
  }

  streamAction(action: string, args: object = {}): AsyncIterable<unknown> {
    return lazily(() =>
      this.#connection.stream({ op: 'actionStream', action, named: args as Record<string, unknown> }),
    );
  }

  runTask(task: string, method: string, args: object = {}): Promise<unknown> {
    return this.#connection.call({ op: 'task', task, method, named: args as Record<string, unknown> }).result;
  }

  streamTask(task: string, method: string, args: object = {}): AsyncIterable<unknown> {
    return lazily(() =>
      this.#connection.stream({ op: 'taskStream', task, method, named: args as Record<string, unknown> }),
    );
  }

  /** Cancels one call, begun or not, or all calls in flight and the instance. */
  override cancel(callId?: string, reason?: string): void {
    if (callId === undefined) this.#connection.cancelAll(reason ?? 'cancelled');
    else this.#connection.cancelById(callId, reason ?? 'cancelled');
  }

  #has(op: CallOp): boolean {
    const feature = featuresByOperation[op];
    return feature === undefined || (this.#connection.hello?.features.includes(feature) ?? true);
  }

  /** Runs an operation; does nothing when the worker lacks it, as in a capability that does not define it. */
  async #ask(op: CallOp, args?: readonly unknown[]): Promise<unknown> {
    if (isStreamOp(op) || !this.#has(op)) return undefined;
    return this.#connection.call(args === undefined ? { op } : { op, args }).result;
  }

  /** Runs the start; fails after `startMs` without a sign of life, such as progress. */
  async #whileAlive<T>(work: () => Promise<T>): Promise<T> {
    const { startMs = START_MS } = this.spec;
    let timer: NodeJS.Timeout | undefined;
    try {
      const silent = new Promise<never>((_, reject) => {
        const arm = () => setTimeout(() => reject(startTimeout(startMs, this.#connection.subject)), startMs);
        timer = arm();
        this.#connection.onSignOfLife = () => timer?.refresh();
      });
      return await Promise.race([work(), silent]);
    } catch (error) {
      await this.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#connection.onSignOfLife = undefined;
    }
  }

  #untilExit(): Promise<void> {
    if (this.#connection.exit !== undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.observe({
        onExit: () => {
          stop();
          resolve();
        },
      });
    });
  }
}

/** Returns a stream that opens with its first pull. */
function lazily(open: () => AsyncIterator<unknown>): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: open };
}

async function* single(value: () => Promise<unknown>): AsyncIterable<unknown> {
  yield await value();
}

/** Waits for a promise to settle, but no longer than `ms`. */
async function settledWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise.catch(() => undefined), late]);
  clearTimeout(timer);
}
