import { heartbeatText, type HeartbeatState } from '../call/ticker.js';
import { workerFrame, type WorkerFrame } from '../wire/frame.js';

/** Message of the main thread about its heartbeats to the thread that sends them while it is busy. */
export type HeartbeatMessage =
  | {
      readonly type: 'beat';
      readonly key: number;
      readonly id: string;
      readonly seq: number;
      readonly beat: HeartbeatState;
    }
  | { readonly type: 'beat-end'; readonly key: number };

interface HeartbeatTimer {
  readonly timer: NodeJS.Timeout;
  show: Extract<HeartbeatMessage, { type: 'beat' }>;
  since: number;
  tick: number;
}

/** Sends the heartbeats of one worker from another thread. */
export class HeartbeatTimers {
  readonly #send: (frame: WorkerFrame) => void;
  readonly #running = new Map<number, HeartbeatTimer>();

  constructor(send: (frame: WorkerFrame) => void) {
    this.#send = send;
  }

  handle(message: HeartbeatMessage): void {
    if (message.type === 'beat-end') return this.#end(message.key);
    const running = this.#running.get(message.key);
    if (running === undefined) return this.#begin(message);
    running.show = message;
    running.since = performance.now();
    running.tick = 0;
  }

  clear(): void {
    for (const key of this.#running.keys()) this.#end(key);
  }

  #begin(show: HeartbeatTimer['show']): void {
    const timer = setInterval(() => this.#tick(running), show.beat.intervalMs);
    const running: HeartbeatTimer = { timer, show, since: performance.now(), tick: 0 };
    this.#running.set(show.key, running);
  }

  #tick(running: HeartbeatTimer): void {
    const { id, seq, beat } = running.show;
    running.tick += 1;
    const message = heartbeatText(beat, performance.now() - running.since);
    this.#send(
      workerFrame('progress', { id, seq, tick: running.tick, progress: beat.progress, message, phase: beat.phase }),
    );
  }

  #end(key: number): void {
    clearInterval(this.#running.get(key)?.timer);
    this.#running.delete(key);
  }
}
