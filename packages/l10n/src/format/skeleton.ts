import type { ByteSource, Skeleton, SkeletonCursor, SkeletonEntry, TextForm } from '@helve/flow/content';

const forgetAfter = 256;

/**
 * Creates a skeleton whose entries live only between the reader and the slowest writer:
 *
 *     reader ─append─▶ [ … entries … ] ─cursor─▶ writer
 *
 * Nothing is dropped before every announced writer has a cursor.
 */
export function createSkeleton(format: string, source: ByteSource, writers = 1): Skeleton {
  return new EntryLog(format, source, writers);
}

class EntryLog implements Skeleton {
  readonly format: string;
  readonly source: ByteSource;
  textForm?: TextForm;
  readonly #writers: number;
  readonly #cursors: LogCursor[] = [];
  #entries: SkeletonEntry[] = [];
  #forgotten = 0;

  constructor(format: string, source: ByteSource, writers: number) {
    this.format = format;
    this.source = source;
    this.#writers = writers;
  }

  append(entry: SkeletonEntry): number {
    return this.#forgotten + this.#entries.push(entry) - 1;
  }

  cursor(): SkeletonCursor {
    if (this.#cursors.length === this.#writers) {
      throw new TypeError(`Cannot read the skeleton: all of its ${this.#writers} writers have started`);
    }
    const cursor = new LogCursor(this);
    this.#cursors.push(cursor);
    return cursor;
  }

  at(index: number): SkeletonEntry | undefined {
    return this.#entries[index - this.#forgotten];
  }

  forget(): void {
    if (this.#cursors.length < this.#writers) return;
    const passed = Math.min(...this.#cursors.map((cursor) => cursor.index)) - this.#forgotten;
    // Where many wait at a barrier, it would take long to copy them all for a few.
    if (passed < Math.max(forgetAfter, this.#entries.length / 2)) return;
    this.#entries = this.#entries.slice(passed);
    this.#forgotten += passed;
  }
}

class LogCursor implements SkeletonCursor {
  readonly #log: EntryLog;
  #index = 0;

  constructor(log: EntryLog) {
    this.#log = log;
  }

  get index(): number {
    return this.#index;
  }

  peek(): SkeletonEntry | undefined {
    return this.#log.at(this.#index);
  }

  advance(): void {
    this.#index += 1;
    if (this.#index % forgetAfter === 0) this.#log.forget();
  }
}

/** Lists the entries of a skeleton, as one of its writers. */
export function skeletonEntries(skeleton: Skeleton): readonly SkeletonEntry[] {
  const entries: SkeletonEntry[] = [];
  const cursor = skeleton.cursor();
  for (let entry = cursor.peek(); entry; entry = cursor.peek()) {
    entries.push(entry);
    cursor.advance();
  }
  return entries;
}
