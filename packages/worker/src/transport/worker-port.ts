import type { HeartbeatMessage } from '../control/heartbeat-timers.js';
import type { CancelFlags } from '../control/cancel-flags.js';
import type { WireMode } from '../wire/encode-value.js';
import type { HostFrame, WorkerFrame } from '../wire/frame.js';

/** The worker's end of a transport. */
export interface WorkerPort {
  readonly mode: WireMode;
  readonly pid: number;
  /** True when the thread belongs to the worker: its console, environment and unhandled errors are the worker's own. */
  readonly owned: boolean;
  readonly flags: CancelFlags;
  /** True while the host reads more slowly than this side writes. */
  readonly full: boolean;
  /** Sends heartbeats of calls from outside of this thread; absent without another thread. */
  readonly beat?: (message: HeartbeatMessage) => void;
  /** Starts heartbeats of the worker from another thread. */
  readonly heartbeat?: (everyMs: number) => void;
  /** Resolves when the control thread runs; no code of the tool runs before. */
  readonly ready: Promise<unknown>;
  open(onFrame: (frame: HostFrame, tagged: boolean) => void): void;
  /** Throws a `FrameTooLargeError`. */
  send(frame: WorkerFrame): void;
  setMaxFrameBytes(maxFrameBytes: number): void;
  /** Ends the worker after all sent frames have left. */
  exit(code: number): Promise<void>;
}
