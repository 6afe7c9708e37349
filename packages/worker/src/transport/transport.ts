import type { Channel, HostFrame, WorkerFrame } from '../wire/frame.js';
import type { WireMode } from '../wire/encode-value.js';

export type TransportKind = 'inProcess' | 'thread' | 'process' | 'ndjson' | 'webSocket';

/** Guarantees of a transport; suites that run on all transports derive their exceptions from it. */
export interface TransportFlags {
  readonly ownEnv: 'no' | 'copy' | 'yes';
  /** A dying worker affects nothing else. */
  readonly crashBoundary: boolean;
  /** An unresponsive worker can be ended. */
  readonly forcedStop: boolean;
  /** Cancels are seen and heartbeats continue while the worker's main thread is busy. */
  readonly controlThread: boolean;
}

/** The end of a worker. */
export interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** True when the host asked for it. */
  readonly expected: boolean;
  /** Output on the channel that is not a frame, for which the worker was ended. */
  readonly garbage?: string;
  /** Reason why the exit is unknown: the connection broke. */
  readonly lost?: string;
  /** Reason why it could not be started. */
  readonly error?: Error;
  /** The last lines on stderr. */
  readonly lastStderr: string;
}

/** One line of output beside the protocol. */
export interface OutputLine {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** An observation of a transport, for diagnostics only. */
export interface WireNote {
  readonly kind: 'unknown-method';
  readonly method: string;
}

export interface TransportListener {
  /** Called for a frame; `tagged` when its values may need decoding. */
  onFrame(frame: WorkerFrame, channel: Channel, tagged: boolean): void;
  onExit(exit: WorkerExit): void;
  onOutput?(line: OutputLine): void;
  onNote?(note: WireNote): void;
  /** The line to a remote worker is open, or has broken and is being connected again. */
  onLine?(isOpen: boolean): void;
}

/** One life of one worker, and the connection to it. */
export interface Transport {
  readonly kind: TransportKind;
  readonly flags: TransportFlags;
  /** Encoding of values. */
  readonly mode: WireMode;
  readonly pid: number | undefined;
  /** Time that a message takes to another machine and back; undefined on this one. */
  readonly roundTripMs?: number | undefined;
  start(listener: TransportListener): void;
  /** Throws a `FrameTooLargeError`; drops frames for a worker that is gone, whose exit is being reported. */
  send(frame: HostFrame, channel?: Channel): void;
  /** Asks the worker to end and forces it after `graceMs`; resolves when its exit was reported. */
  terminate(graceMs?: number): Promise<void>;
}
