import { heartbeatText, type HeartbeatState } from '../call/ticker.js';
import { workerFrame, type WorkerFrame } from '../wire/frame.js';

/** What the main thread says of its heartbeats to whoever can tick while it is busy. */
export type HeartbeatMessage =
  | { readonly type: 'beat'; readonly key: number; readonly id: string; readonly seq: number; readonly beat: HeartbeatState }
  | { readonly type: 'beat-end'; readonly key: number };

interface HeartbeatTimer {
  readonly timer: NodeJS.Timeout;
  show: Extract<HeartbeatMessage, { type: 'beat' }>;
  since: number;
  tick: number;
}

/** Keeps the heartbeats of one worker moving from another thread. */
export class HeartbeatTimers {
  readonly #send: (frame: WorkerFrame) => void;
  readonly #kept = new Map<number, HeartbeatTimer>();

  constructor(send: (frame: WorkerFrame) => void) {
    this.#send = send;
  }

  handle(message: HeartbeatMessage): void {
    if (message.type === 'beat-end') return this.#end(message.key);
    const kept = this.#kept.get(message.key);
    if (kept === undefined) return this.#begin(message);
    kept.show = message;
    kept.since = performance.now();
    kept.tick = 0;
  }

  clear(): void {
    for (const key of this.#kept.keys()) this.#end(key);
  }

  #begin(show: HeartbeatTimer['show']): void {
    const timer = setInterval(() => this.#tick(kept), show.beat.intervalMs);
    const kept: HeartbeatTimer = { timer, show, since: performance.now(), tick: 0 };
    this.#kept.set(show.key, kept);
  }

  #tick(kept: HeartbeatTimer): void {
    const { id, seq, beat } = kept.show;
    kept.tick += 1;
    const message = heartbeatText(beat, performance.now() - kept.since);
    this.#send(
      workerFrame('progress', { id, seq, tick: kept.tick, progress: beat.progress, message, phase: beat.phase }),
    );
  }

  #end(key: number): void {
    clearInterval(this.#kept.get(key)?.timer);
    this.#kept.delete(key);
  }
}
