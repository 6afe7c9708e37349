import type { ByteSource, Skeleton, SkeletonCursor, SkeletonEntry, TextForm } from '@helve/flow/content';

/** A skeleton that keeps where entries begin, and nothing else: for a file that is read and not written. */
export class OffsetLog implements Skeleton {
  readonly format: string;
  readonly source: ByteSource;
  textForm?: TextForm;
  readonly #offsets: number[] = [];

  constructor(format: string, source: ByteSource) {
    this.format = format;
    this.source = source;
  }

  append(entry: SkeletonEntry): number {
    return this.#offsets.push(entry.kind === 'ref' ? entry.offset : -1) - 1;
  }

  cursor(): SkeletonCursor {
    throw new TypeError('Cannot read the skeleton: it keeps only offsets');
  }

  /** Offset of an entry in bytes, if it is one of a block. */
  offsetOf(entry: number | undefined): number | undefined {
    const offset = entry === undefined ? undefined : this.#offsets[entry];
    return offset === undefined || offset < 0 ? undefined : offset;
  }
}
