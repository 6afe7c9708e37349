import { readHostFrame } from '../../wire/frame-table.js';
import {
  hostFrame,
  type AdapterSource,
  type Channel,
  type HostFrame,
  type ModuleExport,
  type WorkerFrame,
} from '../../wire/frame.js';
import { defaultLimits } from '../../wire/limits.js';
import { toLine } from '../../wire/to-line.js';
import { createTransport, type TransportSpec } from '../create-transport.js';
import type { OutputLine, Transport, TransportListener, WorkerExit } from '../transport.js';
import { readRelayNotice, relayNotice } from './relay-notice.js';
import type { RelaySocket, SocketMessage } from './relay-socket.js';
import { messageText, parseJson } from './transport.js';

/** The worker that a machine runs for connecting hosts, which choose only its adapters. */
export interface ServedWorker {
  readonly transport: Extract<TransportSpec, { readonly kind: 'process' | 'ndjson' | 'thread' }>;
  readonly capability?: ModuleExport;
  readonly adapters?: readonly AdapterSource[];
}

export interface RelayOptions {
  readonly worker: ServedWorker;
  readonly maxFrameBytes: number;
  readonly pingMs: number;
}

/** Buffered bytes above which a worker's output is dropped, since its host does not read. */
const MAX_WAITING_OUTPUT = 1024 * 1024;

/**
 * One connection and the worker that lives as long as it does:
 *
 *     host ═══ text: main, binary: control ═══▶ relay ─── fd 3, fd 4 ───▶ worker
 */
export class WorkerRelay implements TransportListener {
  readonly #socket: RelaySocket;
  readonly #options: RelayOptions;
  readonly #transport: Transport;
  readonly #ping: NodeJS.Timeout;
  #isAlive = true;
  #resolveGone: (() => void) | undefined;
  /** Resolves when the worker is gone. */
  readonly gone = new Promise<void>((resolve) => {
    this.#resolveGone = resolve;
  });

  constructor(socket: RelaySocket, options: RelayOptions) {
    this.#socket = socket;
    this.#options = options;
    const { maxFrameBytes, pingMs, worker } = options;
    this.#transport = createTransport(worker.transport, { ...defaultLimits, maxFrameBytes });
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary ? 'control' : 'main'));
    socket.on('pong', () => (this.#isAlive = true));
    // A broken connection is followed by its close.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#onHostGone());
    this.#ping = setInterval(() => this.#checkHost(), pingMs);
    this.#transport.start(this);
  }

  onFrame(frame: WorkerFrame, channel: Channel): void {
    const { maxFrameBytes } = this.#options;
    // Streams have credit: only a host that has stopped reading leaves so much buffered.
    if (this.#socket.bufferedAmount > 4 * maxFrameBytes) return this.close();
    this.#orClose(() => {
      const line = toLine(frame, maxFrameBytes);
      this.#socket.send(channel === 'control' ? Buffer.from(line) : line, { binary: channel === 'control' });
    });
  }

  onOutput(line: OutputLine): void {
    if (this.#socket.bufferedAmount < MAX_WAITING_OUTPUT) this.#socket.send(relayNotice('relay/output', line));
  }

  onExit({ code, signal, garbage, error, lastStderr }: WorkerExit): void {
    clearInterval(this.#ping);
    const why = { ...(garbage !== undefined && { garbage }), ...(error && { problem: error.message }) };
    this.#socket.send(relayNotice('relay/exit', { code, signal, lastStderr, ...why }));
    this.#socket.close(1000);
    this.#resolveGone?.();
  }

  /** Closes the connection, and with it the worker. */
  close(): void {
    this.#socket.terminate();
  }

  #onMessage(data: SocketMessage, channel: Channel): void {
    const message = parseJson(messageText(data));
    const notice = readRelayNotice(message);
    if (notice?.method === 'relay/terminate') return void this.#transport.terminate(notice.params.graceMs);
    const received = readHostFrame(message);
    if (received.kind === 'garbage') return this.close();
    if (received.kind !== 'frame') return;
    const { frame } = received;
    this.#orClose(() => this.#transport.send(this.#ownBoot(frame), channel));
  }

  /** Replaces the boot parameters: this machine decides what is run. */
  #ownBoot(frame: HostFrame): HostFrame {
    if (frame.method !== 'boot') return frame;
    const { capability: _, adapters: requested, limits, ...params } = frame.params;
    const maxFrameBytes = Math.min(limits.maxFrameBytes, this.#options.maxFrameBytes);
    const { capability, adapters = [] } = this.#options.worker;
    const names = new Set(requested.map(({ name }) => name));
    const chosen = names.size === 0 ? adapters : adapters.filter(({ name }) => names.has(name));
    const own = { ...(capability && { capability }), adapters: chosen, limits: { ...limits, maxFrameBytes } };
    return hostFrame('boot', { ...params, ...own });
  }

  /** Closes the connection on an oversized frame: both sides enforce the limit, so its sender cannot be trusted. */
  #orClose(pass: () => void): void {
    try {
      pass();
    } catch {
      this.close();
    }
  }

  /** Closes the connection of a silent host. */
  #checkHost(): void {
    if (!this.#isAlive) return this.close();
    this.#isAlive = false;
    this.#socket.ping();
  }

  #onHostGone(): void {
    clearInterval(this.#ping);
    void this.#transport.terminate(0);
  }
}
