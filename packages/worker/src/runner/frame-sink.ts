import type { Json } from '@helve/core';
import type { CallSink, LogLine, ProgressReport, Usage } from '../call/call-sink.js';
import type { HeartbeatState, RunningTicker, Ticker } from '../call/ticker.js';
import type { WorkerPort } from '../transport/worker-port.js';
import { encodeValue } from '../wire/encode-value.js';
import { workerFrame, type NestedRequest, type WorkerFrame } from '../wire/frame.js';
import type { OpenInvokes } from './open-invokes.js';

let beats = 0;

/** Sends the reports of one call as numbered frames, so that the host can order them; the control thread sends its heartbeats. */
export class FrameSink implements CallSink, Ticker {
  readonly #port: WorkerPort;
  readonly id: string;
  readonly #invokes: OpenInvokes | undefined;
  #seq = 0;
  #hasUsage = false;

  /** Without `invokes`, calls of other tools are impossible. */
  constructor(port: WorkerPort, id: string, invokes?: OpenInvokes) {
    this.#port = port;
    this.id = id;
    this.#invokes = invokes;
  }

  progress(report: ProgressReport): void {
    this.#send(workerFrame('progress', { id: this.id, seq: ++this.#seq, ...report }));
  }

  /** True when the call has reported usage. */
  get hasUsage(): boolean {
    return this.#hasUsage;
  }

  usage(delta: Usage): void {
    this.#hasUsage = true;
    this.#send(workerFrame('usage', { id: this.id, seq: ++this.#seq, delta }));
  }

  account(type: string, payload: Json): void {
    const { value } = encodeValue(payload, this.#port.mode);
    this.#send(workerFrame('account', { id: this.id, seq: ++this.#seq, type, payload: value }));
  }

  log({ level, message, fields }: LogLine): void {
    const encoded = fields && { fields: encodeValue(fields, this.#port.mode).value as LogLine['fields'] & object };
    this.#send(workerFrame('log', { id: this.id, level, message, ...encoded, time: Date.now() }));
  }

  invoke(request: NestedRequest): Promise<unknown> | undefined {
    return this.#invokes?.ask(this.id, ++this.#seq, request);
  }

  start(first: HeartbeatState): RunningTicker {
    const key = ++beats;
    const tell = (beat: HeartbeatState) => this.#port.beat?.({ type: 'beat', key, id: this.id, seq: this.#seq, beat });
    tell(first);
    return { change: tell, stop: () => this.#port.beat?.({ type: 'beat-end', key }) };
  }

  /** Sends a frame; a failure must not fail the call. */
  #send(frame: WorkerFrame): void {
    try {
      this.#port.send(frame);
    } catch (error) {
      this.#port.send(
        workerFrame('log', {
          id: this.id,
          level: 'warn',
          message: `News was lost: ${String(error)}`,
          time: Date.now(),
        }),
      );
    }
  }
}
