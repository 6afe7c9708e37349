/** A text that grows older: what a heartbeat shows. */
export interface HeartbeatState {
  readonly phase: string;
  readonly base: string;
  readonly progress: number;
  readonly intervalMs: number;
  /** How old the heartbeat was when this beat was made. */
  readonly elapsedMs: number;
}

/** A running heartbeat. */
export interface RunningTicker {
  /** Goes on with another text or progress. */
  change(beat: HeartbeatState): void;
  stop(): void;
}

/** Keeps a beat moving. The control thread has one of its own, so that it ticks while this thread is busy. */
export interface Ticker {
  /** The first text is on its way already; a ticker that lives in this thread calls `show` each interval. */
  start(beat: HeartbeatState, show: () => void): RunningTicker;
}

/** What a beat reads some time after it was made. */
export function heartbeatText(beat: HeartbeatState, sinceMs = 0): string {
  return `${beat.base} (${((beat.elapsedMs + sinceMs) / 1000).toFixed(1)}s)`;
}

/** Ticks in this thread: enough for code that awaits. */
export const timerTicker: Ticker = Object.freeze({
  start({ intervalMs }: HeartbeatState, show: () => void): RunningTicker {
    const timer = setInterval(show, intervalMs);
    timer.unref();
    return { change: () => {}, stop: () => clearInterval(timer) };
  },
});
