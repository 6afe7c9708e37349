import type { Secret } from '@helve/core';
import { readHostFrame } from '../../wire/frame-table.js';
import {
  hostFrame,
  type AdapterSource,
  type BootParams,
  type Channel,
  type Frame,
  type HostFrame,
  type ModuleExport,
  type WorkerFrame,
} from '../../wire/frame.js';
import { defaultLimits } from '../../wire/limits.js';
import { toLine } from '../../wire/to-line.js';
import { createTransport, type TransportSpec } from '../create-transport.js';
import type { OutputLine, Transport, TransportListener, WorkerExit } from '../transport.js';
import { callOf, FileExchange, mayNameFiles } from './file-exchange.js';
import { keptSize, pieceSize } from './line-limits.js';
import { readRelayNotice, relayNotice, type RelayedExit } from './relay-notice.js';
import type { RelaySocket } from './relay-socket.js';
import { ResumableLine } from './resumable-line.js';

/** One life of a worker that a machine runs for a connecting host, which chooses only its adapters. */
export interface ServedWorker {
  readonly transport: Extract<TransportSpec, { readonly kind: 'process' | 'ndjson' | 'thread' }>;
  readonly capability?: ModuleExport;
  readonly adapters?: readonly AdapterSource[];
  /** Names of the variables and secrets that a host may send; none of another name reaches the worker. */
  readonly variables?: readonly string[];
  /** Secrets of this machine; those of the host win. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** Variables that a host has to send, because they have no value here. */
  readonly required?: readonly string[];
  /** Called when the worker is gone. */
  readonly release?: () => void;
}

export interface RelayOptions {
  readonly session: string;
  readonly worker: ServedWorker;
  readonly maxFrameBytes: number;
  readonly maxFileBytes: number;
  readonly pingMs: number;
  readonly leaseMs: number;
}

/** Buffered bytes above which a worker's output is dropped, since its host does not read. */
const MAX_WAITING_OUTPUT = 1024 * 1024;
const draining = { code: 'TRANSIENT' };

/**
 * One line and the worker that lives as long as it does; between two connections both are kept for the lease:
 *
 *     host ═══ text: main, binary: control ═══▶ relay ─── fd 3, fd 4 ───▶ worker
 */
export class WorkerRelay implements TransportListener {
  readonly #options: RelayOptions;
  readonly #transport: Transport;
  readonly #line: ResumableLine;
  readonly #files: FileExchange;
  readonly #calls = new Set<string>();
  #socket: RelaySocket | undefined;
  #stopPing: () => void = () => undefined;
  #lease: NodeJS.Timeout | undefined;
  #isDraining = false;
  #resolveGone: (() => void) | undefined;
  /** Resolves when the worker is gone. */
  readonly gone = new Promise<void>((resolve) => {
    this.#resolveGone = resolve;
  });

  constructor(options: RelayOptions) {
    this.#options = options;
    const { maxFrameBytes, maxFileBytes, worker } = options;
    this.#transport = createTransport(worker.transport, { ...defaultLimits, maxFrameBytes });
    this.#line = new ResumableLine(keptSize(maxFrameBytes), {
      onMessage: (message, text, channel) => this.#onMessage(message, text, channel),
      onBroken: () => this.end(),
    });
    this.#files = new FileExchange({
      send: (text) => this.#line.send(text, 'main'),
      handsOver: true,
      maxFileBytes,
      pieceBytes: pieceSize(maxFrameBytes),
    });
    this.#transport.start(this);
    void this.gone.then(worker.release);
  }

  /** Number of calls without an answer. */
  get inFlight(): number {
    return this.#calls.size;
  }

  /** Begins or continues the line over a connection whose host has counted so many messages. */
  attach(socket: RelaySocket, counted: number): void {
    this.#leave();
    this.#socket?.terminate();
    this.#socket = socket;
    const { leaseMs, pingMs } = this.#options;
    const isCurrent = () => this.#socket === socket;
    socket.on('message', (data, isBinary) => isCurrent() && this.#line.receive(data, isBinary));
    // What cannot be read would come again over the next connection.
    socket.on(
      'error',
      (error) => isCurrent() && 'code' in error && String(error.code).startsWith('WS_ERR') && this.end(),
    );
    socket.on('close', (code) => isCurrent() && this.#onClose(code));
    this.#stopPing = keepAlive(socket, pingMs);
    socket.send(relayNotice('relay/welcome', { received: this.#line.received, leaseMs, pingMs }), { binary: false });
    this.#line.attach(socket, counted);
  }

  onFrame(frame: WorkerFrame, channel: Channel): void {
    if (!('method' in frame)) this.#calls.delete(frame.id);
    this.#orEnd(() => {
      const { maxFrameBytes } = this.#options;
      const text = toLine(frame, maxFrameBytes);
      const hasFiles = mayNameFiles(text) && this.#files.offer(frame);
      this.#line.send(hasFiles ? toLine(frame, maxFrameBytes) : text, channel);
    });
    if ('method' in frame) return;
    this.#files.discard(frame.id);
    if (this.#isDraining) this.#endIfIdle();
  }

  onOutput(line: OutputLine): void {
    if (this.#line.waiting < MAX_WAITING_OUTPUT) this.#line.send(relayNotice('relay/output', line), 'main');
  }

  onExit({ code, signal, garbage, error, lastStderr }: WorkerExit): void {
    const why = { ...(garbage !== undefined && { garbage }), ...(error && { problem: error.message }) };
    this.#sayExit({ code, signal, lastStderr, ...why });
    this.#leave();
    this.#line.detach();
    this.#socket?.close(1000);
    this.#socket = undefined;
    void this.#files.close().then(() => this.#resolveGone?.());
  }

  /** Ends the worker, and with it the line. */
  end(): void {
    void this.#transport.terminate(0);
  }

  /** Refuses further calls, and ends the worker after those that run. */
  drain(): void {
    this.#isDraining = true;
    this.#endIfIdle();
  }

  #sayExit(exit: Partial<RelayedExit>): void {
    this.#line.send(relayNotice('relay/exit', { code: null, signal: null, lastStderr: '', ...exit }), 'main');
  }

  #endIfIdle(): void {
    if (this.#calls.size === 0) void this.#transport.terminate();
  }

  /** A host that closes the line is done; one whose connection breaks may come back. */
  #onClose(code: number): void {
    this.#leave();
    this.#socket = undefined;
    this.#line.detach();
    const { leaseMs } = this.#options;
    if (code === 1000 || leaseMs === 0) this.end();
    else this.#lease = setTimeout(() => this.end(), leaseMs);
  }

  #leave(): void {
    clearTimeout(this.#lease);
    this.#stopPing();
  }

  #onMessage(message: unknown, text: string, channel: Channel): void {
    const notice = readRelayNotice(message);
    switch (notice?.method) {
      case undefined:
        return this.#onFrame(message, text, channel);
      case 'relay/terminate':
        return void this.#transport.terminate(notice.params.graceMs);
      case 'file/read':
        return this.#files.onRead(notice.params);
      case 'file/data':
        return this.#files.onData(notice.params);
      case 'file/done':
        return this.#files.onDone(notice.params);
      default:
        return this.end();
    }
  }

  #onFrame(message: unknown, text: string, channel: Channel): void {
    const received = readHostFrame(message);
    if (received.kind === 'garbage') return this.end();
    if (received.kind !== 'frame') return;
    const { frame } = received;
    if (frame.method === 'call') {
      if (this.#isDraining) return this.#answer(frame.id, 'Cannot call: this machine is about to stop', draining);
      this.#calls.add(frame.id);
    }
    if (frame.method === 'cancel' && this.#files.stop(frame.params.id)) return;
    const pass = () => this.#orEnd(() => this.#transport.send(this.#ownBoot(frame), channel));
    this.#files.deliver(frame, mayNameFiles(text), pass, ({ message: why }) => this.#refuse(frame, why));
  }

  /** Fails the call whose file cannot be received. */
  #refuse(frame: Frame, why: string): void {
    const id = callOf(frame);
    this.#calls.delete(id);
    this.#files.discard(id);
    this.#answer(id, why, { code: 'FATAL' });
  }

  #answer(id: string, message: string, data: { readonly code: string }): void {
    this.#orEnd(() => {
      const frame = { jsonrpc: '2.0', id, error: { code: -32000, message, data: { ...data, message } } } as const;
      this.#line.send(toLine(frame, this.#options.maxFrameBytes), 'main');
    });
  }

  /** Replaces the boot parameters: this machine decides what is run. */
  #ownBoot(frame: HostFrame): HostFrame {
    if (frame.method !== 'boot') return frame;
    const { capability: _, adapters: requested, limits, secrets: sent = {}, ...params } = frame.params;
    const maxFrameBytes = Math.min(limits.maxFrameBytes, this.#options.maxFrameBytes);
    const { capability, adapters = [], required = [] } = this.#options.worker;
    const missing = required.filter((name) => !Object.hasOwn(sent, name));
    if (missing.length > 0) this.#sayExit({ problem: `it needs a value for ${missing.join(', ')}` });
    const names = new Set(requested.map(({ name }) => name));
    const chosen = names.size === 0 ? adapters : adapters.filter(({ name }) => names.has(name));
    const own = { ...(capability && { capability }), adapters: chosen, limits: { ...limits, maxFrameBytes } };
    return hostFrame('boot', { ...params, ...own, session: this.#options.session, secrets: this.#admit(sent) });
  }

  /** The variables of the host that the capability declares, over the secrets of this machine. */
  #admit(sent: NonNullable<BootParams['secrets']>): NonNullable<BootParams['secrets']> {
    const { variables = [], secrets = {} } = this.#options.worker;
    const own = Object.entries(secrets).map(([name, secret]) => [name, secret.reveal()] as const);
    const declared = Object.entries(sent).filter(([name]) => variables.includes(name));
    const refused = Object.keys(sent).filter((name) => !variables.includes(name));
    if (refused.length > 0) {
      const text = `Left out, since the capability does not declare them: ${refused.join(', ')}`;
      this.onOutput({ stream: 'stderr', text });
    }
    return Object.fromEntries([...own, ...declared]);
  }

  /** Ends the worker on an oversized frame: both sides enforce the limit, so its sender cannot be trusted. */
  #orEnd(pass: () => void): void {
    try {
      pass();
    } catch {
      this.end();
    }
  }
}

/** Breaks the connection of a silent host. */
function keepAlive(socket: RelaySocket, pingMs: number): () => void {
  let isAlive = true;
  socket.on('pong', () => (isAlive = true));
  const ping = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingMs);
  return () => clearInterval(ping);
}
