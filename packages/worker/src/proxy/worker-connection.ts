import { randomUUID } from 'node:crypto';
import { toReason, type CancelSignal } from '../call/cancel-signal.js';
import { EarlyCancels } from '../call/early-cancels.js';
import { IdTable } from '../call/id-table.js';
import { toCapabilityError } from '../error/to-capability-error.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport, TransportFlags, WorkerExit } from '../transport/transport.js';
import { removeCallFiles } from '../wire/call-files.js';
import { decodeFrame } from '../wire/decode-frame.js';
import type { WireMode } from '../wire/encode-value.js';
import {
  BOOT,
  hostFrame,
  INSTANCE,
  PROTOCOL,
  type Credit,
  type Channel,
  type ErrorFrame,
  type HelloParams,
  type HostFrame,
  type InvokeParams,
  type ResultFrame,
  type WorkerFrame,
} from '../wire/frame.js';
import { defaultLimits, type WireLimits } from '../wire/limits.js';
import { isTaskOp } from '../wire/operation.js';
import {
  replyError,
  cancelledError,
  crashedError,
  notRunning,
  otherProtocolError,
  unreadable,
  unsendable,
  type ErrorSubject,
} from './call-errors.js';
import { replyToInvoke } from './reply-to-invoke.js';
import type { CallOutcome, ProxyObserver, ProxyState } from './proxy-observer.js';
import type { ObserverTable } from './observer-table.js';
import { bootFrame, callFrame, cancelFrame, withoutSecrets } from './outgoing.js';
import { RemoteReply, type RemoteCall } from './remote-call.js';
import type { RemoteOptions, RemoteRequest } from './remote-request.js';
import { RemoteStream, type StreamOwner } from './remote-stream.js';
import { SlotPool } from './slot-pool.js';
import type { WorkerSpec } from './worker-spec.js';

interface InFlight {
  readonly call: RemoteCall;
  readonly options: RemoteOptions | undefined;
  readonly onAbort: (() => void) | undefined;
}

/** One life of a worker from the host's side: its pending calls and its observers. */
export class WorkerConnection implements StreamOwner {
  readonly limits: WireLimits;
  readonly session: string;
  readonly #spec: WorkerSpec;
  readonly #transport: Transport;
  readonly #observers: ObserverTable;
  readonly #slots = new SlotPool();
  readonly #calls = new IdTable<InFlight>();
  readonly #early = new EarlyCancels();
  /** Encoding of values. */
  readonly #way: { readonly mode: WireMode; readonly maxFrameBytes: number };
  readonly #idPrefix = `${randomUUID().slice(0, 8)}-`;
  #count = 0;
  #state: ProxyState = 'new';
  #hello: HelloParams | undefined;
  #exit: WorkerExit | undefined;
  #collateralOf: string | undefined;
  /** Settles the wait for the worker's `hello`. */
  #greet: ((end: HelloParams | Error) => void) | undefined;
  onSignOfLife: (() => void) | undefined;

  constructor(spec: WorkerSpec, observers: ObserverTable) {
    this.#spec = spec;
    this.#observers = observers;
    this.limits = { ...defaultLimits, ...spec.limits };
    this.session = spec.session ?? randomUUID();
    this.#transport = createTransport(spec.transport, this.limits);
    this.#way = { mode: this.#transport.mode, maxFrameBytes: this.limits.maxFrameBytes };
  }

  get state(): ProxyState {
    return this.#state;
  }

  get hello(): HelloParams | undefined {
    return this.#hello;
  }

  get exit(): WorkerExit | undefined {
    return this.#exit;
  }

  get flags(): TransportFlags {
    return this.#transport.flags;
  }

  get pid(): number | undefined {
    return this.#transport.pid;
  }

  get roundTripMs(): number | undefined {
    return this.#transport.roundTripMs;
  }

  get inFlight(): readonly RemoteCall[] {
    return this.#calls.values().map(({ call }) => call);
  }

  get subject(): ErrorSubject {
    return { capabilityName: this.#hello?.capability, instanceId: this.#spec.instanceId };
  }

  /** Starts the worker and waits for its `hello`. */
  open(): Promise<HelloParams> {
    this.#become('starting');
    return new Promise((resolve, reject) => {
      this.#greet = (end) => {
        this.#greet = undefined;
        if (end instanceof Error) reject(end);
        else resolve(end);
      };
      this.#transport.start({
        onFrame: (frame, channel, tagged) => this.#receive(frame, channel, tagged),
        onExit: (exit) => this.#onExit(exit),
        onOutput: (line) => this.#observers.notify('onOutput', line),
        onNote: (note) => this.#observers.notify('onNote', note),
        onLine: (isOpen) => this.#observers.notify('onLine', isOpen),
      });
      this.#send(bootFrame(this.#spec, this.session, this.limits));
    });
  }

  call(request: RemoteRequest, options?: RemoteOptions): RemoteReply {
    const call = new RemoteReply(...this.#identify(request, options));
    this.#begin(call, request, options);
    return call;
  }

  stream(request: RemoteRequest, options?: RemoteOptions): RemoteStream {
    const { chunks, bytes } = this.limits;
    const call = new RemoteStream(
      this,
      this.#identify(request, options),
      { chunks, bytes },
      this.#spec.graceMs ?? 2000,
    );
    this.#begin(call, request, options, { chunks, bytes });
    return call;
  }

  cancel(call: RemoteCall, reason: string): void {
    if (!this.#calls.has(call.id)) return;
    const frame = cancelFrame(call, reason);
    this.#send(frame, 'control');
    this.#send(frame);
    this.#observers.notify('onCancel', call, reason);
  }

  /** Cancels a call by id, even before it was made. */
  cancelById(id: string, reason: string): void {
    const call = this.#calls.get(id)?.call;
    if (call === undefined) this.#early.add(id, reason);
    else call.cancel(reason);
  }

  /** Cancels everything together: flags first, for busy loops, then the calls and the instance. */
  cancelAll(reason: string): void {
    if (this.#exit !== undefined || this.#hello === undefined) return;
    for (const { call } of this.#calls.values()) {
      call.markCancelled(reason);
      this.#send(cancelFrame(call, reason), 'control');
      this.#observers.notify('onCancel', call, reason);
    }
    this.#send(hostFrame('cancel', { id: INSTANCE, slot: -1, epoch: 0, reason }));
  }

  ack(id: string, seq: number): void {
    this.#send(hostFrame('ack', { id, seq }));
  }

  /** Asks the worker to end. */
  shutdown(graceMs: number, reason: string): void {
    this.#send(hostFrame('shutdown', { graceMs, reason }));
  }

  /** Ends the worker by force; calls in flight fail as collateral of the named call. */
  async terminate(graceMs?: number, collateralOf?: string): Promise<void> {
    if (this.#exit !== undefined || this.#state === 'new') return;
    this.#collateralOf ??= collateralOf;
    await this.#transport.terminate(graceMs);
  }

  #identify({ op }: RemoteRequest, options: RemoteOptions | undefined): ConstructorParameters<typeof RemoteReply> {
    const id = options?.envelope?.callId ?? `${this.#idPrefix}${++this.#count}`;
    return [this, id, op, this.#slots.take(), this.#slots.nextEpoch()];
  }

  #begin(call: RemoteCall, request: RemoteRequest, options?: RemoteOptions, credit?: Credit): void {
    const { id } = call;
    if (this.#exit !== undefined || this.#hello === undefined) return this.#refuse(call, notRunning(this.subject));
    if (this.#calls.has(id)) return this.#refuse(call, unsendable(`call "${id}" is in flight already`, this.subject));
    try {
      const frame = callFrame(call, request, options, credit, this.#way);
      this.#track(call, options);
      this.#cancelAhead(call, options?.signal);
      this.#send(frame);
    } catch (error) {
      this.#settle(call);
      this.#refuse(call, unsendable(error, this.subject));
      return;
    }
  }

  /** Sends an earlier cancel ahead of its call, so that the call never begins. */
  #cancelAhead(call: RemoteCall, signal: CancelSignal | undefined): void {
    if (signal?.aborted === true) call.cancel(toReason(signal));
    const early = this.#early.take(call.id);
    if (early !== undefined) call.cancel(early.reason);
  }

  #track(call: RemoteCall, options: RemoteOptions | undefined): void {
    const signal = options?.signal;
    const onAbort = signal && (() => call.cancel(toReason(signal)));
    if (onAbort !== undefined) signal?.addEventListener('abort', onAbort, { once: true });
    this.#calls.set(call.id, { call, options, onAbort });
    this.#observers.notify('onCallStart', call);
    if (this.#state === 'ready') this.#become('busy');
  }

  #refuse(call: RemoteCall, error: Error): void {
    this.#slots.give(call.slot);
    call.end('failed');
    call.reject(error);
  }

  #receive(frame: WorkerFrame, channel: Channel, tagged: boolean): void {
    if (this.#observers.wants('onFrame')) this.#observers.notify('onFrame', frame, 'in', channel);
    if (!tagged) return this.#onFrame(frame);
    const decoded = decodeFrame(frame);
    if (decoded instanceof Error) this.#onMalformed(frame, decoded);
    else this.#onFrame(decoded);
  }

  #onFrame(frame: WorkerFrame): void {
    if (!('method' in frame)) return this.#onResponse(frame);
    switch (frame.method) {
      case 'chunk':
        return this.#onChunk(frame.params);
      case 'progress':
        return this.#onProgress(frame.params);
      case 'usage':
        this.#find(frame.params.id, 'usage')?.call.onUsage(frame.params.delta);
        return this.#observers.notify('onUsage', frame.params);
      case 'account':
        return this.#onAccount(frame.params);
      case 'log':
        this.#calls.get(frame.params.id ?? '')?.options?.onLog?.(frame.params);
        return this.#observers.notify('onLog', frame.params);
      case 'invoke':
        return this.#onInvoke(frame.params);
      case 'heartbeat':
        return this.#observers.notify('onHeartbeat', frame.params);
      case 'hello':
        return this.#onHello(frame.params);
    }
  }

  /** Fails the call of a frame whose values cannot be read; what the worker still sends for it is late. */
  #onMalformed(frame: WorkerFrame, cause: unknown): void {
    const id = 'method' in frame ? String(Reflect.get(frame.params, 'id')) : frame.id;
    if (id === BOOT) return this.#greet?.(unreadable(cause, this.subject));
    const call = this.#find(id, 'value')?.call;
    if (call === undefined) return;
    if ('method' in frame) this.cancel(call, 'protocol');
    this.#settle(call);
    this.#fail(call, unreadable(cause, this.#about(call)));
  }

  #onHello(hello: HelloParams): void {
    if (hello.protocol !== PROTOCOL) {
      this.#greet?.(otherProtocolError(hello.protocol, this.subject));
      return;
    }
    this.#hello = Object.freeze(hello);
    this.#become('ready');
    this.#greet?.(hello);
  }

  #onResponse(frame: ResultFrame | ErrorFrame): void {
    const { id } = frame;
    if (id === BOOT && 'error' in frame) return this.#greet?.(replyError(frame, this.subject));
    const call = this.#find(id, 'response')?.call;
    if (call === undefined) return;
    this.#settle(call);
    if (call.cancelReason !== undefined) this.#fail(call, cancelledError(id, call.cancelReason, this.#about(call)));
    else if ('error' in frame) this.#fail(call, replyError(frame, this.#about(call)));
    else this.#complete(call, frame);
  }

  #complete(call: RemoteCall, { result }: ResultFrame): void {
    this.#finish(call, 'completed', result.usage);
    call.resolve(result);
  }

  #fail(call: RemoteCall, error: Error): void {
    this.#finish(call, call.cancelReason === undefined ? 'failed' : 'cancelled', undefined, error);
    call.reject(error);
  }

  #finish(call: RemoteCall, outcome: CallOutcome, usage?: Readonly<Record<string, number>>, error?: Error): void {
    call.end(outcome, usage);
    this.#observers.notify('onCallEnd', call, outcome, error);
    if (this.#calls.size === 0 && this.#state === 'busy') this.#become('ready');
  }

  #settle({ id, slot }: RemoteCall): void {
    const entry = this.#calls.get(id);
    if (entry === undefined) return;
    this.#calls.delete(id);
    this.#slots.give(slot);
    removeCallFiles(id, 'host');
    if (entry.onAbort !== undefined) entry.options?.signal?.removeEventListener('abort', entry.onAbort);
  }

  #onChunk(params: Parameters<RemoteStream['onChunk']>[0]): void {
    const call = this.#find(params.id, 'chunk')?.call;
    if (call instanceof RemoteStream) call.onChunk(params);
  }

  #onProgress(params: Parameters<RemoteCall['onProgress']>[0]): void {
    this.onSignOfLife?.();
    const { id } = params;
    if (id !== BOOT && id !== INSTANCE) {
      const entry = this.#find(id, 'progress');
      if (entry === undefined) return;
      if (!entry.call.onProgress(params)) return this.#note('progress', id);
      entry.options?.onProgress?.(params);
    }
    this.#observers.notify('onProgress', params);
  }

  #onAccount(params: Parameters<NonNullable<ProxyObserver['onAccount']>>[0]): void {
    this.#find(params.id, 'account')?.options?.onAccount?.(params);
    this.#observers.notify('onAccount', params);
  }

  #onInvoke(request: InvokeParams): void {
    const { call, options } = this.#find(request.id, 'invoke') ?? {};
    if (call === undefined) return;
    void call.whileInvoking(() => replyToInvoke(request, options?.onInvoke, this.#way, (frame) => this.#send(frame)));
  }

  #find(id: string, method: string): InFlight | undefined {
    const entry = this.#calls.get(id);
    if (entry === undefined) this.#note(method, id);
    return entry;
  }

  #note(method: string, id: string): void {
    this.#observers.notify('onNote', { kind: 'late', method, id });
  }

  #onExit(exit: WorkerExit): void {
    this.#exit = exit;
    this.#greet?.(exit.error === undefined ? crashedError(exit, this.subject) : toCapabilityError(exit.error));
    const left = this.#calls.values();
    for (const { call } of left) {
      this.#settle(call);
      const { cancelReason: reason, id } = call;
      const about = this.#about(call);
      const because = this.#collateralOf === id ? undefined : this.#collateralOf;
      this.#fail(
        call,
        reason === undefined ? crashedError(exit, about, id, because) : cancelledError(id, reason, about),
      );
    }
    this.#become('dead');
    this.#observers.notify('onExit', exit);
  }

  /** Facts for the error of a call that was sent. */
  #about({ op }: RemoteCall): ErrorSubject {
    return { ...this.subject, began: isTaskOp(op) };
  }

  #send(frame: HostFrame, channel: Channel = 'main'): void {
    this.#transport.send(frame, channel);
    if (this.#observers.wants('onFrame')) this.#observers.notify('onFrame', withoutSecrets(frame), 'out', channel);
  }

  #become(state: ProxyState): void {
    const before = this.#state;
    this.#state = state;
    if (state !== before) this.#observers.notify('onState', state, before);
  }
}
