import { systemClock, type TimerClock } from '@helve/core';
import {
  defaultRetention,
  type DiagnosticFilter,
  type DiagnosticLine,
  type DiagnosticRetention,
  type DiagnosticsStore,
  type StoredDiagnosticLine,
} from '../port/diagnostics-store.js';

const MAX_HELD = 5000;
const FLUSH_MS = 50;
const PRUNE_EVERY_MS = 60 * 60 * 1000;

export interface DiagnosticsWriterOptions {
  readonly clock?: TimerClock;
  readonly retention?: DiagnosticRetention;
}

/**
 * Writes lines to the diagnostics store in batches and prunes it by age and size: with the first batch, then once an
 * hour. On failure lines are lost or stay, and nothing else is affected.
 */
export class DiagnosticsWriter {
  readonly #store: DiagnosticsStore;
  readonly #clock: TimerClock;
  readonly #retention: DiagnosticRetention;
  #prunedAt: number | undefined;
  #lines: DiagnosticLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lost = 0;

  constructor(store: DiagnosticsStore, options: DiagnosticsWriterOptions = {}) {
    this.#store = store;
    this.#clock = options.clock ?? systemClock;
    this.#retention = options.retention ?? defaultRetention;
  }

  /** Number of lines that could not be stored. */
  get lost(): number {
    return this.#lost;
  }

  add(line: DiagnosticLine): void {
    if (this.#lines.length >= MAX_HELD) {
      this.#lost += 1;
      return;
    }
    this.#lines.push(line);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref();
  }

  /** Reads stored lines, after writing pending ones. */
  async read(filter?: DiagnosticFilter): Promise<readonly StoredDiagnosticLine[]> {
    await this.close();
    return this.#store.read(filter);
  }

  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length > 0) this.#writing = this.#writing.then(() => this.#write(lines));
  }

  async #write(lines: readonly DiagnosticLine[]): Promise<void> {
    try {
      await this.#store.append(lines);
    } catch {
      // Losing lines is allowed; the count reports it.
      this.#lost += lines.length;
    }
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const now = this.#clock.now();
    if (this.#prunedAt !== undefined && now - this.#prunedAt < PRUNE_EVERY_MS) return;
    this.#prunedAt = now;
    // A failed pruning is repeated an hour later.
    await this.#store.prune(this.#retention, this.#clock.wallMs()).catch(() => undefined);
  }
}
