import { CapabilityInputError } from '../error/input-errors.js';
import type { CallSink, ProgressReport } from './call-sink.js';
import { ProgressThrottle } from './progress-throttle.js';
import { heartbeatText, timerTicker, type HeartbeatState, type RunningTicker, type Ticker } from './ticker.js';

export interface HeartbeatOptions {
  readonly intervalMs?: number | undefined;
  /** Progress from 0 to 1. Default: the last report. */
  readonly progress?: number | undefined;
}

interface RunningHeartbeat {
  readonly phase: string;
  readonly intervalMs: number;
  readonly startedAt: number;
  base: string;
  tick: RunningTicker | undefined;
}

/** Progress of one call, from its reports and its heartbeats. */
export class CallProgress {
  readonly #sink: CallSink;
  readonly #ticker: Ticker;
  readonly #throttle: ProgressThrottle;
  readonly #beats: RunningHeartbeat[] = [];
  #progress = -1;
  #message = '';
  #phase: string | undefined;
  #warned = false;

  constructor(sink: CallSink, ticker: Ticker = timerTicker) {
    this.#sink = sink;
    this.#ticker = ticker;
    this.#throttle = new ProgressThrottle(
      () => this.current,
      (report) => this.#send(report),
    );
  }

  /** The current report. */
  get current(): ProgressReport {
    this.#read(this.#beats.at(-1));
    const phase = this.#phase === undefined ? {} : { phase: this.#phase };
    return { progress: this.#progress, message: this.#message, ...phase };
  }

  report(progress: number, message?: string): void {
    this.#progress = this.#accept(progress);
    const beat = this.#beats.at(-1);
    if (beat !== undefined) return this.#rebase(beat, message ?? beat.base);
    this.#message = message ?? this.#message;
    this.#phase = undefined;
    this.#throttle.touch();
  }

  /** Begins a heartbeat and returns a function that ends it. An inner heartbeat silences the outer one. */
  heartbeat(phase: string, { intervalMs = 500, progress }: HeartbeatOptions = {}): () => void {
    if (!(intervalMs > 0)) throw badNumber('start a heartbeat', 'intervalMs', intervalMs);
    if (progress !== undefined) this.#progress = this.#accept(progress);
    const beat: RunningHeartbeat = { phase, intervalMs, startedAt: performance.now(), base: phase, tick: undefined };
    this.#pause(this.#beats.at(-1));
    this.#beats.push(beat);
    this.#resume(beat);
    return () => this.#end(beat);
  }

  /** Stops heartbeats and sends the pending report. */
  end(): void {
    this.#throttle.flush();
    for (const beat of this.#beats.splice(0)) this.#pause(beat);
  }

  #end(beat: RunningHeartbeat): void {
    const at = this.#beats.indexOf(beat);
    if (at < 0) return;
    const wasInnermost = at === this.#beats.length - 1;
    // The pending report will still be sent, so it is the last text.
    if (wasInnermost && this.#throttle.waiting) this.#read(beat);
    this.#pause(beat);
    this.#beats.splice(at, 1);
    const outer = this.#beats.at(-1);
    if (wasInnermost && outer !== undefined) this.#resume(outer);
  }

  #pause(beat: RunningHeartbeat | undefined): void {
    beat?.tick?.stop();
    if (beat !== undefined) beat.tick = undefined;
  }

  #resume(beat: RunningHeartbeat): void {
    this.#throttle.touch();
    beat.tick = this.#ticker.start(this.#made(beat), () => this.#throttle.touch());
  }

  #rebase(beat: RunningHeartbeat, base: string): void {
    beat.base = base;
    this.#throttle.touch();
    // The ticker is updated at once: it may be the only one that can send for a while.
    if (this.#throttle.waiting) beat.tick?.change(this.#made(beat));
  }

  /** Sends a report and updates the ticker, which is older. */
  #send(report: ProgressReport): void {
    this.#sink.progress(report);
    const beat = this.#beats.at(-1);
    if (beat !== undefined) beat.tick?.change(this.#made(beat));
  }

  #read(beat: RunningHeartbeat | undefined): void {
    if (beat === undefined) return;
    this.#message = heartbeatText(this.#made(beat));
    this.#phase = beat.phase;
  }

  #made({ phase, base, intervalMs, startedAt }: RunningHeartbeat): HeartbeatState {
    return { phase, base, progress: this.#progress, intervalMs, elapsedMs: performance.now() - startedAt };
  }

  #accept(progress: number): number {
    if (!Number.isFinite(progress)) throw badNumber('report progress', 'progress', progress);
    if (progress === -1 || (progress >= 0 && progress <= 1)) return progress;
    if (!this.#warned) {
      this.#warned = true;
      this.#sink.log({ level: 'warn', message: `Progress ${progress} was clamped: it is −1, or between 0 and 1` });
    }
    return Math.min(1, Math.max(0, progress));
  }
}

function badNumber(verb: string, field: string, value: unknown): CapabilityInputError {
  return new CapabilityInputError(`Cannot ${verb}: "${field}" is ${String(value)}`, { fieldsInvalid: [field] });
}
