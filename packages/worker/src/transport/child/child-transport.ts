import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { removeWireFolder } from '../../wire/call-files.js';
import { readWorkerFrame } from '../../wire/frame-table.js';
import type { Channel } from '../../wire/frame.js';
import { createLineReader } from '../../wire/line-reader.js';
import { createLineWriter, type LineWriter } from '../../wire/line-writer.js';
import { toLine } from '../../wire/to-line.js';
import type { Transport, TransportFlags, TransportKind, TransportListener, WorkerExit } from '../transport.js';
import { endSession, SESSION_VARIABLE } from './end-session.js';
import { killGroup } from './kill-group.js';
import { createTail, readLines } from './output-lines.js';

export interface ChildSpec {
  readonly kind: TransportKind;
  readonly flags: TransportFlags;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly maxFrameBytes: number;
}

/** Time limit for output of a worker that has ended. */
const DRAIN_MS = 250;
const TERM_GRACE_MS = 500;

/**
 * Creates a transport to a child in its own process group, with JSON lines on two sockets:
 *
 *     fd 0 nothing   fd 1, 2 text, always read   fd 3 main channel   fd 4 control channel
 */
export function createChildTransport(spec: ChildSpec): Transport {
  return new ChildTransport(spec);
}

class ChildTransport implements Transport {
  readonly kind: TransportKind;
  readonly flags: TransportFlags;
  readonly mode = 'json';
  readonly #spec: ChildSpec;
  readonly #tail = createTail();
  readonly #writers = new Map<Channel, LineWriter>();
  #child: ChildProcess | undefined;
  #listener: TransportListener | undefined;
  #session = '';
  #expected = false;
  #garbage: string | undefined;
  #resolveGone: (() => void) | undefined;
  readonly #gone = new Promise<void>((resolve) => {
    this.#resolveGone = resolve;
  });

  constructor(spec: ChildSpec) {
    this.#spec = spec;
    this.kind = spec.kind;
    this.flags = spec.flags;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
    const { command, args, cwd, env } = this.#spec;
    try {
      const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] as const;
      const child = spawn(command, args, {
        cwd,
        env: { ...env },
        stdio: [...stdio],
        detached: true,
        windowsHide: true,
      });
      this.#child = child;
      child.once('error', (error) => this.#onSpawnError(error));
      if (child.pid !== undefined) this.#attach(child);
    } catch (error) {
      setImmediate(() => this.#onSpawnError(error as Error));
    }
  }

  send(frame: Parameters<Transport['send']>[0], channel: Channel = 'main'): void {
    if (frame.method === 'shutdown') this.#expected = true;
    if (frame.method === 'boot') this.#session = frame.params.session;
    const writer = this.#writers.get(channel);
    writer?.write(toLine(frame, this.#spec.maxFrameBytes));
    // Acknowledgements already come at the end of a turn, and a worker waits for them.
    if (frame.method === 'ack') writer?.flush();
  }

  async terminate(graceMs: number = TERM_GRACE_MS): Promise<void> {
    this.#expected = true;
    const pid = this.#child?.pid;
    if (pid !== undefined && this.#isAlive()) {
      if (graceMs > 0) killGroup(pid, 'SIGTERM');
      const force = setTimeout(() => killGroup(pid, 'SIGKILL'), graceMs);
      this.#child?.once('exit', () => clearTimeout(force));
    }
    await this.#gone;
  }

  #attach(child: ChildProcess): void {
    const [, stdout, stderr, main, control] = child.stdio as [null, Socket, Socket, Socket, Socket];
    readLines(stdout, (text) => this.#listener?.onOutput?.({ stream: 'stdout', text }));
    readLines(stderr, (text) => {
      this.#tail.add(text);
      this.#listener?.onOutput?.({ stream: 'stderr', text });
    });
    this.#open('main', main);
    this.#open('control', control);
    main.once('end', () => setTimeout(() => this.#onGarbage('it closed its main channel'), DRAIN_MS).unref());
    child.once('exit', (code, signal) => this.#onExit(child, code, signal));
  }

  #open(channel: Channel, socket: Socket): void {
    const writer = createLineWriter(socket);
    this.#writers.set(channel, writer);
    // A broken channel is followed by the exit.
    socket.on('error', () => undefined);
    socket.setEncoding('utf8');
    const read = createLineReader(this.#spec.maxFrameBytes, {
      onMessage: (message, tagged) => this.#receive(message, channel, tagged),
      onGarbage: (problem) => this.#onGarbage(problem),
    });
    socket.on('data', (text: string) => {
      writer.heard(text);
      read(text);
    });
  }

  #receive(message: unknown, channel: Channel, tagged: boolean): void {
    const received = readWorkerFrame(message);
    if (received.kind === 'frame') this.#listener?.onFrame(received.frame, channel, tagged);
    else if (received.kind === 'garbage') this.#onGarbage(received.problem);
    else this.#onUnknown(received.method, received.id);
  }

  #onUnknown(method: string, id: string | undefined): void {
    this.#listener?.onNote?.({ kind: 'unknown-method', method });
    if (id === undefined) return;
    const error = { code: -32601, message: `Cannot answer "${method}": there is no such method` };
    this.#writers.get('main')?.write(JSON.stringify({ jsonrpc: '2.0', id, error }));
  }

  /** Ends a worker that violates the protocol: nothing it sends later can be trusted. */
  #onGarbage(problem: string): void {
    if (this.#garbage !== undefined || this.#child?.pid === undefined || !this.#isAlive()) return;
    this.#garbage = problem;
    killGroup(this.#child.pid, 'SIGKILL');
  }

  #isAlive(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  #onExit(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    // Descendants of the worker are killed, whatever ended it.
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    const late = setTimeout(() => child.stdio.forEach((stream) => stream?.destroy()), DRAIN_MS);
    child.once('close', () => {
      clearTimeout(late);
      void this.#clear().then(() => this.#tell({ code, signal }));
    });
  }

  /** Ends descendants that left the group, and removes the files of the worker. */
  async #clear(): Promise<void> {
    const { env } = this.#spec;
    await Promise.all([endSession(env[SESSION_VARIABLE] ?? ''), removeWireFolder(this.#session, env)]);
  }

  #onSpawnError(error: Error): void {
    if (this.#child?.pid === undefined) this.#tell({ code: null, signal: null, error });
  }

  #tell(end: Pick<WorkerExit, 'code' | 'signal' | 'error'>): void {
    this.#writers.clear();
    const garbage = this.#garbage === undefined ? {} : { garbage: this.#garbage };
    this.#listener?.onExit({ ...end, ...garbage, expected: this.#expected, lastStderr: this.#tail.text() });
    this.#resolveGone?.();
  }
}
