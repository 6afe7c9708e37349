import type { ProxyObserver } from '../../proxy/proxy-observer.js';
import type { OutputLine } from '../../transport/transport.js';
import type { AccountParams, HeartbeatParams, LogParams, ProgressParams } from '../../wire/frame.js';

/** Keeps everything that one worker reports, in order. */
export class WorkerReports implements ProxyObserver {
  readonly progress: ProgressParams[] = [];
  readonly accounts: AccountParams[] = [];
  readonly logs: LogParams[] = [];
  readonly heartbeats: HeartbeatParams[] = [];
  readonly output: OutputLine[] = [];

  onProgress(report: ProgressParams): void {
    this.progress.push(report);
  }

  onAccount(account: AccountParams): void {
    this.accounts.push(account);
  }

  onLog(log: LogParams): void {
    this.logs.push(log);
  }

  onHeartbeat(heartbeat: HeartbeatParams): void {
    this.heartbeats.push(heartbeat);
  }

  onOutput(line: OutputLine): void {
    this.output.push(line);
  }
}
