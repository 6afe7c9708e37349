import { isThenable } from '@helve/core';
import { noControl, toCallEnvelope } from '../call/call-envelope.js';
import type { CallOptions } from '../call/capability-calls.js';
import { CallScope } from '../call/call-scope.js';
import { runInScope } from '../call/current-call.js';
import { findCalls } from '../capability/tool-capability.js';
import { isNewer } from '../control/cancel-flags.js';
import { CapabilityFatalError, WorkerProtocolError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';
import type { WorkerPort } from '../transport/worker-port.js';
import { removeCallFiles, useWireFolder, toWireFolder } from '../wire/call-files.js';
import { decodeFrame } from '../wire/decode-frame.js';
import { encodeValue } from '../wire/encode-value.js';
import { toWireError } from '../error/wire-error.js';
import {
  BOOT,
  INSTANCE,
  PROTOCOL,
  workerFrame,
  type BootParams,
  type CallFrame,
  type CallParams,
  type CallResult,
  type CancelParams,
  type HostFrame,
  type WireErrorData,
} from '../wire/frame.js';
import { defaultLimits, type WireLimits } from '../wire/limits.js';
import { isStreamOp } from '../wire/operation.js';
import { isBare } from '../wire/to-line.js';
import { collectStream } from './collect-stream.js';
import { consoleToLog } from './console-to-log.js';
import { exitCode } from './exit-code.js';
import { FrameSink } from './frame-sink.js';
import { toHello } from './hello.js';
import { OpenInvokes } from './open-invokes.js';
import { loadCapability, type LoadedCapability } from './load-capability.js';
import { startHeartbeat } from './main-heartbeat.js';
import { performers, streamsOf, toKind } from './perform.js';
import { StreamReply } from './stream-reply.js';
import { toStream } from './to-stream.js';
import { watchErrors } from './watch-errors.js';

/** Characters of the text of an error that is too long to be sent whole. */
const SHORT_ERROR = 4096;

/** Runs the worker's side: boot → hello → calls, until the host sends shutdown. */
export function runWorker(port: WorkerPort): void {
  const runner = new WorkerRunner(port);
  port.open((frame, tagged) => runner.receive(frame, tagged));
}

class WorkerRunner {
  readonly #port: WorkerPort;
  readonly #streams = new Map<string, StreamReply>();
  readonly #invokes: OpenInvokes;
  #limits: WireLimits = defaultLimits;
  #loaded: LoadedCapability | undefined;
  #inFlight = 0;
  /** Epoch of the newest call; those of later calls are higher. */
  #lastEpoch = 0;

  constructor(port: WorkerPort) {
    this.#port = port;
    this.#invokes = new OpenInvokes(port);
  }

  receive(frame: HostFrame, tagged: boolean): void {
    if (!tagged) return this.#onFrame(frame);
    const decoded = decodeFrame(frame);
    if (decoded instanceof Error) this.#onMalformed(frame, decoded);
    else this.#onFrame(decoded);
  }

  /** Fails the call whose values cannot be read. */
  #onMalformed(frame: HostFrame, cause: Error): void {
    const reason = cause.message;
    const error = new WorkerProtocolError(`Cannot read what the host sent for a call: ${reason}`, { reason, cause });
    if (frame.method === 'call') this.#fail(frame.id, error);
    if (frame.method === 'invoked') this.#invokes.answer({ ...frame.params, thrown: error });
  }

  #onFrame(frame: HostFrame): void {
    switch (frame.method) {
      case 'call':
        return this.#call(frame);
      case 'ack':
        return this.#streams.get(frame.params.id)?.ack(frame.params.seq);
      case 'cancel':
        return this.#cancel(frame.params);
      case 'invoked':
        return this.#invokes.answer(frame.params);
      case 'boot':
        return void this.#boot(frame.params);
      case 'shutdown':
        return void this.#port.exit(exitCode.done);
    }
  }

  async #boot(params: BootParams): Promise<void> {
    this.#limits = { ...defaultLimits, ...params.limits };
    this.#port.setMaxFrameBytes(this.#limits.maxFrameBytes);
    if (this.#port.owned) this.#settle(params);
    try {
      if (params.protocol !== PROTOCOL) throw otherProtocol(params.protocol);
      await this.#port.ready;
      const loaded = await this.#load(params);
      this.#port.send(workerFrame('hello', await toHello(loaded, this.#port)));
      this.#loaded = loaded;
    } catch (error) {
      this.#fail(BOOT, error);
      await this.#port.exit(params.protocol === PROTOCOL ? exitCode.notLoaded : exitCode.protocol);
    }
  }

  /** Prepares the thread before any code of the tool runs. */
  #settle({ secrets, logLevel, session }: BootParams): void {
    useWireFolder(toWireFolder(session));
    watchErrors(this.#port);
    consoleToLog(this.#port, logLevel);
    // Written, never read: secrets that the host sends beside the process environment.
    if (secrets !== undefined) Object.assign(Reflect.get(process, 'env') as object, secrets);
    const { heartbeatMs } = this.#limits;
    if (heartbeatMs > 0) startHeartbeat(this.#port, heartbeatMs, () => this.#inFlight);
  }

  /** Imports the module inside a scope, so that it can report progress before there is a capability. */
  async #load({ capability, adapters }: BootParams): Promise<LoadedCapability> {
    const sink = new FrameSink(this.#port, BOOT);
    const ticker = this.#port.beat && sink;
    const scope = new CallScope({ kind: 'boot', envelope: toCallEnvelope({ callId: BOOT }), sink, ticker });
    try {
      const loaded = await runInScope(scope, () => loadCapability(capability, adapters));
      findCalls(loaded.capability).connect(new FrameSink(this.#port, INSTANCE));
      return loaded;
    } finally {
      scope.end();
    }
  }

  #cancel({ id, reason, slot, epoch }: CancelParams): void {
    this.#port.flags.set(slot, epoch);
    if (this.#loaded === undefined) return;
    const calls = findCalls(this.#loaded.capability);
    const scope = calls.find(id);
    if (id === INSTANCE) calls.cancel(undefined, reason);
    else if (scope !== undefined) scope.cancelFromHost(reason);
    // A finished call is over; a call that is still to come will not begin.
    else if (isNewer(epoch, this.#lastEpoch)) calls.cancel(id, reason);
    for (const stream of id === INSTANCE ? this.#streams.values() : [this.#streams.get(id)]) stream?.wake();
  }

  #call({ id, params }: CallFrame): void {
    this.#lastEpoch = params.epoch;
    const loaded = this.#loaded;
    if (loaded === undefined) return this.#fail(id, new CapabilityFatalError('Cannot call: the worker is not ready'));
    if (!Object.hasOwn(performers, params.op)) return this.#fail(id, unknownOp(params.op));
    this.#port.flags.inFlight = ++this.#inFlight;
    if (isStreamOp(params.op)) void this.#answerStream(loaded, id, params);
    else this.#answer(loaded, id, params);
  }

  /** Runs a call; a synchronous result is sent synchronously. */
  #answer(loaded: LoadedCapability, id: string, params: CallParams): void {
    const began = performance.now();
    const sink = new FrameSink(this.#port, id, this.#invokes);
    let scope: CallScope | undefined;
    const reply = (value: unknown) => this.#reply(value, scope, sink, began);
    const fail = (error: unknown) => {
      this.#done();
      this.#fail(id, error);
    };
    try {
      const answer = findCalls(loaded.capability).run(this.#optionsOf(sink, params), (inside): unknown => {
        scope = inside;
        return collectStream(performers[params.op](loaded, params), () => ({
          streams: streamsOf(loaded, params),
          maxBytes: this.#limits.maxFrameBytes,
          onValue: () => inside.checkCancel(),
        }));
      });
      if (isThenable(answer)) answer.then(reply, fail);
      else reply(answer);
    } catch (error) {
      fail(error);
    }
  }

  #reply(value: unknown, scope: CallScope | undefined, sink: FrameSink, began: number): void {
    this.#done();
    try {
      const { value: encoded, bytes } = encodeValue(value, this.#port.mode);
      if (bytes > this.#limits.maxFrameBytes)
        throw new RangeError(`Cannot send a result of ${bytes} bytes: it is too large`);
      this.#result({ value: encoded }, scope, sink, began);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#fail(sink.id, new CapabilityFatalError(`Cannot send the result of a call: ${problem}`, { cause: error }));
    }
  }

  /** Runs a stream as one call: everything that its generator does belongs to it. */
  async #answerStream(loaded: LoadedCapability, id: string, params: CallParams): Promise<void> {
    const began = performance.now();
    const { maxFrameBytes, chunks, bytes } = this.#limits;
    const stream = new StreamReply(this.#port, id, params.credit ?? { chunks, bytes }, maxFrameBytes);
    const sink = new FrameSink(this.#port, id, this.#invokes);
    this.#streams.set(id, stream);
    let scope: CallScope | undefined;
    try {
      const sent = await findCalls(loaded.capability).run(this.#optionsOf(sink, params), (inside) => {
        scope = inside;
        return stream.run(toStream(performers[params.op](loaded, params)), inside);
      });
      this.#done(id);
      this.#result({ chunks: sent }, scope, sink, began);
    } catch (error) {
      this.#done(id);
      this.#fail(id, error);
    }
  }

  #optionsOf(sink: FrameSink, { op, envelope, slot, epoch, deadlineMs }: CallParams): CallOptions {
    return {
      envelope: isBare(envelope)
        ? { callId: sink.id, attempt: envelope.attempt, control: noControl }
        : toCallEnvelope(envelope),
      kind: toKind(op),
      sink,
      ticker: this.#port.beat === undefined ? undefined : sink,
      flag: this.#port.flags.of(slot, epoch),
      deadlineMs,
    };
  }

  #done(stream?: string): void {
    this.#port.flags.inFlight = --this.#inFlight;
    if (stream !== undefined) this.#streams.delete(stream);
  }

  #result({ value, chunks }: CallResult, scope: CallScope | undefined, sink: FrameSink, began: number): void {
    const usage = sink.hasUsage ? scope?.usage : undefined;
    const durationMs = Math.round(performance.now() - began);
    // Undefined fields are not sent.
    this.#port.send({ jsonrpc: '2.0', id: sink.id, result: { value, chunks, usage, durationMs } as CallResult });
    removeCallFiles(sink.id, 'call');
  }

  #fail(id: string, error: unknown): void {
    const data = this.#errorData(error);
    this.#sendError(id, typeof data['message'] === 'string' ? data['message'] : 'It failed', data);
    removeCallFiles(id, 'call');
  }

  /** Encodes whatever was thrown; fields that cannot be sent are left out, so that every call is answered. */
  #errorData(thrown: unknown): WireErrorData {
    let wire: WireErrorData = { code: 'FATAL', message: 'Something was thrown that cannot be read' };
    try {
      wire = { ...toWireError(thrown) };
      return encodeValue(wire, this.#port.mode).value as WireErrorData;
    } catch {
      const { code, category, message } = wire;
      return { code, category, message };
    }
  }

  /** Sends an error; one that is too long arrives with the beginning of its text. */
  #sendError(id: string, message: string, data: WireErrorData): void {
    try {
      this.#port.send({ jsonrpc: '2.0', id, error: { code: -32000, message, data } });
    } catch {
      const short = message.slice(0, SHORT_ERROR);
      const error = { code: -32000, message: short, data: { code: data.code, message: short } };
      this.#port.send({ jsonrpc: '2.0', id, error });
    }
  }
}

function otherProtocol(protocol: unknown): WorkerProtocolError {
  const reason = `the host speaks protocol ${String(protocol)}, this worker ${PROTOCOL}`;
  return new WorkerProtocolError(`Cannot start: ${reason}`, { reason });
}

function unknownOp(op: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot perform "${op}": there is no such operation`, { fieldsInvalid: ['op'] });
}
