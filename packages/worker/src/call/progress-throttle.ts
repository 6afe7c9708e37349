import type { ProgressReport } from './call-sink.js';

const minIntervalMs = 50;

/** Lets at most one report pass each 50 ms. What is sent is read when its turn comes, so the newest is; none is lost at the end. */
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

  /** Whether something new has not been sent yet. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** There is something new: it goes out now, or as soon as it may. */
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
