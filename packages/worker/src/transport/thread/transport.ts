import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { HeartbeatTimers, type HeartbeatMessage } from '../../control/heartbeat-timers.js';
import { CancelFlags } from '../../control/cancel-flags.js';
import { removeWireFolder } from '../../wire/call-files.js';
import { readWorkerFrame } from '../../wire/frame-table.js';
import type { Channel, HostFrame } from '../../wire/frame.js';
import { createTail, readLines } from '../child/output-lines.js';
import type { Transport, TransportFlags, TransportListener } from '../transport.js';

/** A thread of the host's process. */
export interface ThreadSpec {
  readonly kind: 'thread';
  readonly execArgv?: readonly string[];
  /** Environment of the thread. Default: a copy of the host's. */
  readonly env?: Readonly<Record<string, string>>;
  /** The file of the runner. Default: this package's own. */
  readonly runner?: string;
}

/** Data that the host passes to a thread. */
export interface ThreadData {
  readonly role: 'thread';
  readonly flags: SharedArrayBuffer;
}

export const threadFlags: TransportFlags = Object.freeze({
  ownEnv: 'copy',
  crashBoundary: false,
  forcedStop: true,
  controlThread: true,
});

export function createThreadTransport(spec: ThreadSpec, runner: string): Transport {
  return new ThreadTransport(spec, runner);
}

/** A worker in a thread; the host's own thread takes the part of the control thread. */
class ThreadTransport implements Transport {
  readonly kind = 'thread';
  readonly flags = threadFlags;
  readonly mode = 'clone';
  readonly pid = process.pid;
  readonly #spec: ThreadSpec;
  readonly #runner: string;
  readonly #cancelFlags = new CancelFlags();
  readonly #beats = new HeartbeatTimers((frame) => this.#listener?.onFrame(frame, 'control', false));
  readonly #tail = createTail();
  #worker: Worker | undefined;
  #listener: TransportListener | undefined;
  #session = '';
  #expected = false;
  #garbage: string | undefined;
  #error: Error | undefined;
  #resolveGone: (() => void) | undefined;
  readonly #gone = new Promise<void>((resolve) => {
    this.#resolveGone = resolve;
  });

  constructor(spec: ThreadSpec, runner: string) {
    this.#spec = spec;
    this.#runner = runner;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
    const { env, execArgv } = this.#spec;
    const workerData: ThreadData = { role: 'thread', flags: this.#cancelFlags.buffer };
    const url = this.#runner.startsWith('file:') ? new URL(this.#runner) : pathToFileURL(this.#runner);
    const worker = new Worker(url, {
      workerData,
      stdout: true,
      stderr: true,
      execArgv: [...(execArgv ?? [])],
      ...(env && { env: { ...env } }),
    });
    this.#worker = worker;
    readLines(worker.stdout, (text) => listener.onOutput?.({ stream: 'stdout', text }));
    readLines(worker.stderr, (text) => {
      this.#tail.add(text);
      listener.onOutput?.({ stream: 'stderr', text });
    });
    worker.on('message', (message: unknown) => this.#receive(message));
    worker.once('error', (error) => void (this.#error = error));
    worker.once('exit', (code) => this.#onExit(code));
  }

  send(frame: HostFrame, channel: Channel = 'main'): void {
    if (frame.method === 'shutdown') this.#expected = true;
    if (frame.method === 'boot') this.#session = frame.params.session;
    if (channel === 'control') {
      if (frame.method === 'cancel') this.#cancelFlags.set(frame.params.slot, frame.params.epoch);
      return;
    }
    this.#worker?.postMessage(frame);
  }

  async terminate(): Promise<void> {
    this.#expected = true;
    await this.#worker?.terminate();
    await this.#gone;
  }

  #receive(message: unknown): void {
    if (isBeat(message)) return this.#beats.handle(message);
    const received = readWorkerFrame(message);
    if (received.kind === 'frame') this.#listener?.onFrame(received.frame, 'main', true);
    else if (received.kind === 'unknown') this.#listener?.onNote?.({ kind: 'unknown-method', method: received.method });
    else {
      this.#garbage ??= received.problem;
      void this.#worker?.terminate();
    }
  }

  #onExit(code: number): void {
    this.#beats.clear();
    this.#worker = undefined;
    void removeWireFolder(this.#session, this.#spec.env);
    if (this.#error !== undefined) this.#tail.add(this.#error.stack ?? String(this.#error));
    this.#listener?.onExit({
      code,
      signal: null,
      expected: this.#expected,
      lastStderr: this.#tail.text(),
      ...(this.#garbage !== undefined && { garbage: this.#garbage }),
    });
    this.#resolveGone?.();
  }
}

function isBeat(message: unknown): message is HeartbeatMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return message.type === 'beat' || message.type === 'beat-end';
}
