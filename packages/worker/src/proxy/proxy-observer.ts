import type { OutputLine, WireNote, WorkerExit } from '../transport/transport.js';
import type {
  AccountParams,
  Channel,
  Frame,
  HeartbeatParams,
  LogParams,
  ProgressParams,
  UsageParams,
} from '../wire/frame.js';

/** States of a worker; `unresponsive` is decided by the health watch. */
export type ProxyState = 'new' | 'starting' | 'ready' | 'busy' | 'dead';

/** One call as observers see it. */
export interface CallInfo {
  readonly id: string;
  readonly op: string;
}

export type CallOutcome = 'completed' | 'failed' | 'cancelled';

/** Observes a worker; all methods are optional, and none may throw. */
export interface ProxyObserver {
  onState?(state: ProxyState, before: ProxyState): void;
  onExit?(exit: WorkerExit): void;
  onCallStart?(call: CallInfo): void;
  onCancel?(call: CallInfo, reason: string): void;
  onCallEnd?(call: CallInfo, outcome: CallOutcome, error?: Error): void;
  onProgress?(progress: ProgressParams): void;
  onUsage?(usage: UsageParams): void;
  onAccount?(account: AccountParams): void;
  onLog?(log: LogParams): void;
  onOutput?(line: OutputLine): void;
  onHeartbeat?(heartbeat: HeartbeatParams): void;
  /** Every frame of both directions without secrets, for traces. */
  onFrame?(frame: Frame, way: 'in' | 'out', channel: Channel): void;
  onNote?(note: WireNote | LateFrame): void;
  /** The line to a remote worker is open, or has broken and is being connected again. */
  onLine?(isOpen: boolean): void;
}

/** A frame of a finished call, or one that arrived out of order. */
export interface LateFrame {
  readonly kind: 'late';
  readonly method: string;
  readonly id: string;
}
