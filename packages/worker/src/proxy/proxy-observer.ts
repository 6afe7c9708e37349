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

/** Where a worker is in its life; `unresponsive` is for whoever watches its heartbeats to say. */
export type ProxyState = 'new' | 'starting' | 'ready' | 'busy' | 'dead';

/** One call as observers see it. */
export interface CallInfo {
  readonly id: string;
  readonly op: string;
}

export type CallOutcome = 'completed' | 'failed' | 'cancelled';

/** Somebody who watches a worker; each method is optional, and none may throw. */
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
  /** Every frame of both directions, secrets left out; for traces. */
  onFrame?(frame: Frame, way: 'in' | 'out', channel: Channel): void;
  onNote?(note: WireNote | LateFrame): void;
}

/** A frame for a call that is over, or older than one that was seen. */
export interface LateFrame {
  readonly kind: 'late';
  readonly method: string;
  readonly id: string;
}
