import type { ByteSource, Skeleton, SkeletonCursor, SkeletonEntry, TextForm } from '@helve/flow/content';

/** A skeleton that keeps the entries of a file which is read and not written. */
export class EntryLog implements Skeleton {
  readonly format: string;
  readonly source: ByteSource;
  textForm?: TextForm;
  readonly #entries: SkeletonEntry[] = [];

  constructor(format: string, source: ByteSource) {
    this.format = format;
    this.source = source;
  }

  append(entry: SkeletonEntry): number {
    return this.#entries.push(entry) - 1;
  }

  cursor(): SkeletonCursor {
    throw new TypeError('Cannot read the skeleton: the document is not written');
  }

  /** The entry with a number, and the one behind it: the language of a file may stand before its first unit. */
  at(entry: number | undefined): readonly SkeletonEntry[] {
    return entry === undefined ? [] : this.#entries.slice(entry, entry + 2);
  }
}
