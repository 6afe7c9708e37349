import type {
  DiagnosticFilter,
  DiagnosticLine,
  DiagnosticsStore,
  StoredDiagnosticLine,
} from '../port/diagnostics-store.js';

const MAX_HELD = 5000;
const FLUSH_MS = 50;

/** Hands lines to the diagnostics in batches. If that fails, the lines are lost and nothing else is disturbed. */
export class DiagnosticsWriter {
  readonly #store: DiagnosticsStore;
  #lines: DiagnosticLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lost = 0;

  constructor(store: DiagnosticsStore) {
    this.#store = store;
  }

  /** How many lines could not be kept. */
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

  /** What is kept, with the lines that were on their way. */
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
      // Disposable by contract; the count says that something is missing.
      this.#lost += lines.length;
    }
  }
}
