import { systemClock, type TimerClock } from '@helve/core';
import { JournalUnavailableError } from '../error/fatal-errors.js';
import type { JournalEntry, JournalStore } from '../port/journal-store.js';

/** Maximum number of rows that wait for the journal to recover. */
const MAX_BACKLOG = 10_000;

interface Row {
  readonly entry: JournalEntry;
  readonly settled: (durable: boolean) => void;
}

/**
 * Writes the journal before events are published. Rows of one turn share an append. Failed rows are kept and go first
 * with the next append, which thereby detects the end of an outage.
 */
export class JournalWriter {
  readonly #store: JournalStore;
  readonly #clock: TimerClock;
  readonly #redact: (entry: JournalEntry) => JournalEntry;
  readonly #onOutage: (error: unknown) => void;
  #rows: Row[] = [];
  #backlog: JournalEntry[] = [];
  #outage: unknown;
  #flushing: Promise<void> | undefined;

  constructor(
    store: JournalStore,
    options: {
      readonly clock?: TimerClock;
      readonly redact?: (entry: JournalEntry) => JournalEntry;
      readonly onOutage?: (error: unknown) => void;
    } = {},
  ) {
    this.#store = store;
    this.#clock = options.clock ?? systemClock;
    this.#redact = options.redact ?? ((entry) => entry);
    this.#onOutage = options.onOutage ?? (() => undefined);
  }

  /** Number of rows that could not be written yet. */
  get backlog(): number {
    return this.#backlog.length;
  }

  /** Resolves to true when the row is durable, to false during an outage: running work continues either way. */
  append(entry: Omit<JournalEntry, 'atMs'>): Promise<boolean> {
    const row = this.#redact({ ...entry, atMs: this.#clock.wallMs() });
    return new Promise((resolve) => {
      this.#rows.push({ entry: row, settled: resolve });
      this.#flushing ??= this.#flush();
    });
  }

  /** Throws during an outage, after trying to write the backlog, so that new work detects a recovery. */
  async assertAvailable(): Promise<void> {
    if (this.#backlog.length === 0) return;
    await (this.#flushing ??= this.#flush());
    if (this.#backlog.length > 0) throw this.unavailable();
  }

  unavailable(): JournalUnavailableError {
    return new JournalUnavailableError('Cannot accept new work: the journal cannot be written', {
      cause: this.#outage,
    });
  }

  /** Resolves when everything appended so far has been tried. */
  settled(): Promise<void> {
    return this.#flushing ?? Promise.resolve();
  }

  /** Resolves when everything appended has been tried, failed rows once more. */
  async close(): Promise<void> {
    await this.#flushing;
    if (this.#backlog.length > 0) await (this.#flushing ??= this.#flush());
  }

  async #flush(): Promise<void> {
    // Rows of one turn share an append.
    await Promise.resolve();
    do {
      const rows = this.#rows;
      this.#rows = [];
      const durable = await this.#write([...this.#backlog, ...rows.map(({ entry }) => entry)]);
      for (const { settled } of rows) settled(durable);
    } while (this.#rows.length > 0);
    this.#flushing = undefined;
  }

  async #write(entries: readonly JournalEntry[]): Promise<boolean> {
    try {
      await this.#store.append(entries);
      this.#backlog = [];
      this.#outage = undefined;
      return true;
    } catch (error) {
      if (this.#outage === undefined) this.#onOutage(error);
      this.#outage = error;
      this.#backlog = entries.slice(-MAX_BACKLOG);
      return false;
    }
  }
}
