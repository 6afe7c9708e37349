import type { ProgressReport } from './call-sink.js';

const minIntervalMs = 50;

/** Sends at most one report per 50 ms. A report is read when it is sent, so that it is the newest; the last one is never lost. */
export class ProgressThrottle {
  readonly #read: () => ProgressReport;
  readonly #send: (report: ProgressReport) => void;
  #timer: NodeJS.Timeout | undefined;
  #waiting = false;
  #sentAt = -Infinity;

  constructor(read: () => ProgressReport, send: (report: ProgressReport) => void) {
    this.#read = read;
    this.#send = send;
  }

  /** True when a report has not been sent yet. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** Announces a change: sends it now, or as soon as allowed. */
  touch(): void {
    this.#waiting = true;
    const dueInMs = this.#sentAt + minIntervalMs - performance.now();
    if (dueInMs <= 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), dueInMs).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#waiting) return;
    this.#waiting = false;
    this.#sentAt = performance.now();
    this.#send(this.#read());
  }
}
