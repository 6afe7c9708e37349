import type { HeartbeatMessage } from '../control/heartbeat-timers.js';
import type { CancelFlags } from '../control/cancel-flags.js';
import type { WireMode } from '../wire/encode-value.js';
import type { HostFrame, WorkerFrame } from '../wire/frame.js';

/** The worker's end of a transport. */
export interface WorkerPort {
  readonly mode: WireMode;
  readonly pid: number;
  /** Nobody else lives in this thread: its console, its environment and its unhandled errors are the worker's own. */
  readonly owned: boolean;
  readonly flags: CancelFlags;
  /** True while the host reads more slowly than this side writes. */
  readonly full: boolean;
  /** Ticks outside of this thread; absent where there is no such place. */
  readonly beat?: (message: HeartbeatMessage) => void;
  /** Asks whoever can while this thread is busy to tell the host that the worker lives. */
  readonly heartbeat?: (everyMs: number) => void;
  /** Resolves when whatever watches over this thread is there; nothing of the tool runs before. */
  readonly ready: Promise<unknown>;
  open(onFrame: (frame: HostFrame, tagged: boolean) => void): void;
  /** Throws a `FrameTooLargeError`. */
  send(frame: WorkerFrame): void;
  setMaxFrameBytes(maxFrameBytes: number): void;
  /** Ends the worker, after what was sent has left. */
  exit(code: number): Promise<void>;
}
