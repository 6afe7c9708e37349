import { randomUUID } from 'node:crypto';
import { toWireError } from '../../error/wire-error.js';
import { CapabilityFatalError } from '../../error/fatal-errors.js';
import { readWorkerFrame } from '../../wire/frame-table.js';
import type { Channel, HostFrame, WorkerFrame } from '../../wire/frame.js';
import { toLine } from '../../wire/to-line.js';
import { WIRE_KEY } from '../../wire/wire-type.js';
import type { Transport, TransportFlags, TransportListener, WorkerExit } from '../transport.js';
import { callOf, FileExchange, mayNameFiles } from './file-exchange.js';
import { openSocket, type OpenSocket, type WebSocketSpec } from './open-socket.js';
import { readRelayNotice, relayNotice, type RelayedExit } from './relay-notice.js';
import { ResumableLine } from './resumable-line.js';
import { defaultMaxFileBytes, keptSize, pieceSize } from './line-limits.js';

/** Guarantees on the other machine, where the worker is a process. */
export const webSocketFlags: TransportFlags = Object.freeze({
  ownEnv: 'yes',
  crashBoundary: true,
  forcedStop: true,
  controlThread: true,
});

const TERM_GRACE_MS = 500;
/** Time limit for the other machine to report the end of a worker. */
const NEWS_MS = 1000;
const RETRY_MS = 100;
const RETRY_CAP_MS = 2000;

export function createWebSocketTransport(spec: WebSocketSpec, maxFrameBytes: number): Transport {
  return new WebSocketTransport(spec, maxFrameBytes);
}

/** One line is one life of a worker, over as many connections as it takes within the lease that the other machine gives. */
class WebSocketTransport implements Transport {
  readonly kind = 'webSocket';
  readonly flags = webSocketFlags;
  readonly mode = 'json';
  /** Undefined: the process runs on another machine. */
  readonly pid = undefined;
  readonly #spec: WebSocketSpec;
  readonly #maxFrameBytes: number;
  /** Names the line, so that a later connection continues it. */
  readonly #session = randomUUID();
  readonly #line: ResumableLine;
  readonly #files: FileExchange;
  #open: OpenSocket | undefined;
  #leaseMs = 0;
  #listener: TransportListener | undefined;
  #expected = false;
  #over = false;
  #resolveGone: (() => void) | undefined;
  readonly #gone = new Promise<void>((resolve) => {
    this.#resolveGone = resolve;
  });

  constructor(spec: WebSocketSpec, maxFrameBytes: number) {
    this.#spec = spec;
    this.#maxFrameBytes = maxFrameBytes;
    this.#line = new ResumableLine(keptSize(maxFrameBytes), {
      onMessage: (message, text, channel) => this.#onMessage(message, text, channel),
      onBroken: (lost) => this.#end({ lost }),
    });
    this.#files = new FileExchange({
      send: (text) => this.#line.send(text, 'main'),
      handsOver: false,
      maxFileBytes: spec.maxFileBytes ?? defaultMaxFileBytes,
      pieceBytes: pieceSize(maxFrameBytes),
    });
  }

  get roundTripMs(): number | undefined {
    return this.#open?.roundTripMs;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
    this.#connect().catch((error: unknown) => this.#end({ error: error as Error }));
  }

  send(frame: HostFrame, channel: Channel = 'main'): void {
    if (this.#over) return;
    if (frame.method === 'shutdown') this.#expected = true;
    const text = toLine(frame, this.#maxFrameBytes);
    const hasFiles = mayNameFiles(text) && this.#files.offer(frame);
    this.#line.send(hasFiles ? toLine(frame, this.#maxFrameBytes) : text, channel);
  }

  async terminate(graceMs: number = TERM_GRACE_MS): Promise<void> {
    this.#expected = true;
    const isOpen = this.#open !== undefined;
    if (isOpen && !this.#over) this.#line.send(relayNotice('relay/terminate', { graceMs }), 'main');
    const silent = setTimeout(() => this.#hangUp(), isOpen ? graceMs + NEWS_MS : 0);
    await this.#gone;
    clearTimeout(silent);
  }

  async #connect(received?: number): Promise<void> {
    const open = await openSocket(this.#spec, {
      session: this.#session,
      received,
      maxPayload: this.#maxFrameBytes,
      onMessage: (data, isBinary) => this.#over || this.#line.receive(data, isBinary),
      onClose: (why) => this.#onClose(why),
    });
    if (this.#over) return open.socket.close(1000);
    this.#open = open;
    this.#leaseMs = open.welcome.leaseMs;
    this.#line.attach(open.socket, open.welcome.received);
    this.#listener?.onLine?.(true);
  }

  #onClose(why: string): void {
    this.#open = undefined;
    this.#line.detach();
    if (this.#over) return;
    if (this.#leaseMs === 0) return this.#end({ lost: why });
    this.#listener?.onLine?.(false);
    void this.#reconnect(why);
  }

  /** Tries again until the other machine no longer keeps the worker. */
  async #reconnect(why: string): Promise<void> {
    const until = performance.now() + this.#leaseMs;
    for (let delayMs = RETRY_MS; !this.#over; delayMs = Math.min(2 * delayMs, RETRY_CAP_MS)) {
      try {
        return await this.#connect(this.#line.received);
      } catch (error) {
        const isOver = error instanceof CapabilityFatalError || performance.now() + delayMs > until;
        if (isOver) return this.#end({ lost: `${why}; ${error instanceof Error ? error.message : String(error)}` });
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  #onMessage(message: unknown, text: string, channel: Channel): void {
    const notice = readRelayNotice(message);
    switch (notice?.method) {
      case undefined:
        return this.#onFrame(message, channel, text);
      case 'relay/output':
        return this.#listener?.onOutput?.(notice.params);
      case 'relay/exit':
        return this.#end(fromRelayed(notice.params));
      case 'file/read':
        return this.#files.onRead(notice.params);
      case 'file/data':
        return this.#files.onData(notice.params);
      default:
    }
  }

  #onFrame(message: unknown, channel: Channel, text: string): void {
    if (this.#over) return;
    const received = readWorkerFrame(message);
    if (received.kind === 'unknown')
      return this.#listener?.onNote?.({ kind: 'unknown-method', method: received.method });
    if (received.kind === 'garbage') return this.#end({ garbage: received.problem });
    const { frame } = received;
    const pass = () => {
      if (!('method' in frame)) this.#files.withdraw(frame.id);
      if (!this.#over) this.#listener?.onFrame(frame, channel, text.includes(WIRE_KEY));
    };
    this.#files.deliver(frame, mayNameFiles(text), pass, (error) => this.#refuse(frame, error));
  }

  /** Fails the call whose file cannot be received. */
  #refuse(frame: WorkerFrame, cause: Error): void {
    const id = callOf(frame);
    this.#files.withdraw(id);
    const data = toWireError(new CapabilityFatalError(cause.message, { cause }));
    const error = { code: -32000, message: cause.message, data: { ...data } };
    if (!this.#over) this.#listener?.onFrame({ jsonrpc: '2.0', id, error }, 'main', false);
  }

  #hangUp(): void {
    this.#end(this.#open === undefined ? {} : { lost: 'the other machine did not say how it ended' });
  }

  /** Ends the transport; the other machine ends the worker when it hears that the line is closed. */
  #end(end: Partial<WorkerExit>): void {
    if (this.#over) return;
    this.#over = true;
    this.#line.detach();
    this.#open?.socket.close(1000);
    this.#listener?.onExit({ code: null, signal: null, lastStderr: '', ...end, expected: this.#expected });
    void this.#files.close().then(() => this.#resolveGone?.());
  }
}

function fromRelayed({ problem, ...exit }: RelayedExit): Partial<WorkerExit> {
  return problem === undefined ? exit : { ...exit, error: new CapabilityFatalError(`Cannot start: ${problem}`) };
}
