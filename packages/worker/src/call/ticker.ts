/** State of a heartbeat, from which its text is derived. */
export interface HeartbeatState {
  readonly phase: string;
  readonly base: string;
  readonly progress: number;
  readonly intervalMs: number;
  /** Age of the heartbeat when this state was created. */
  readonly elapsedMs: number;
}

/** A running heartbeat. */
export interface RunningTicker {
  /** Continues with another text or progress. */
  change(beat: HeartbeatState): void;
  stop(): void;
}

/** Repeats a heartbeat. The control thread has one of its own, which ticks while this thread is busy. */
export interface Ticker {
  /** Starts to tick; the first text has already been sent. A ticker in this thread calls `show` at each interval. */
  start(beat: HeartbeatState, show: () => void): RunningTicker;
}

/** Returns the text of a heartbeat some time after its state was created. */
export function heartbeatText(beat: HeartbeatState, sinceMs = 0): string {
  return `${beat.base} (${((beat.elapsedMs + sinceMs) / 1000).toFixed(1)}s)`;
}

/** Ticks in this thread: sufficient for code that awaits. */
export const timerTicker: Ticker = Object.freeze({
  start({ intervalMs }: HeartbeatState, show: () => void): RunningTicker {
    const timer = setInterval(show, intervalMs);
    timer.unref();
    return { change: () => {}, stop: () => clearInterval(timer) };
  },
});
