import type { Channel, HostFrame, WorkerFrame } from '../wire/frame.js';
import type { WireMode } from '../wire/encode-value.js';

export type TransportKind = 'inProcess' | 'thread' | 'process' | 'ndjson' | 'webSocket';

/** What a transport can promise; a suite that runs on all of them reads its exceptions here. */
export interface TransportFlags {
  readonly ownEnv: 'no' | 'copy' | 'yes';
  /** A worker that dies takes nothing else along. */
  readonly crashBoundary: boolean;
  /** A worker that does not listen can be ended. */
  readonly forcedStop: boolean;
  /** A cancel is seen, and a heartbeat goes on, while the worker's main thread is busy. */
  readonly controlThread: boolean;
}

/** How a worker ended. */
export interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The host asked for it. */
  readonly expected: boolean;
  /** What the worker said that is no frame, which ended it. */
  readonly garbage?: string;
  /** Why nobody knows how it ended: the way to it broke. */
  readonly lost?: string;
  /** Why it could not even be started. */
  readonly error?: Error;
  /** The last lines it wrote to stderr. */
  readonly lastStderr: string;
}

/** One line that the worker wrote beside the protocol. */
export interface OutputLine {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** What a transport found that concerns nobody but diagnostics. */
export interface WireNote {
  readonly kind: 'unknown-method';
  readonly method: string;
}

export interface TransportListener {
  /** `tagged` when values in it may have to be decoded. */
  onFrame(frame: WorkerFrame, channel: Channel, tagged: boolean): void;
  onExit(exit: WorkerExit): void;
  onOutput?(line: OutputLine): void;
  onNote?(note: WireNote): void;
}

/** One life of one worker, and the way to speak with it. */
export interface Transport {
  readonly kind: TransportKind;
  readonly flags: TransportFlags;
  /** In which form values travel. */
  readonly mode: WireMode;
  readonly pid: number | undefined;
  start(listener: TransportListener): void;
  /** Throws a `FrameTooLargeError`; a frame for a worker that is gone is dropped, since its exit is being told. */
  send(frame: HostFrame, channel?: Channel): void;
  /** Asks the worker to end and forces it after `graceMs`; resolves when its exit has been told. */
  terminate(graceMs?: number): Promise<void>;
}
