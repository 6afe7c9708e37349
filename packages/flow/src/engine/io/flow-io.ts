import type { Block, LocaleId } from '../../contract/block.js';
import type { BlockLocations } from '../../contract/format.js';
import type { LossNote } from '../../contract/loss.js';
import type { PairReport } from '../../contract/pair.js';
import type { Part } from '../../contract/part.js';
import type { Session } from '../../contract/store.js';
import type { OutputReport } from '../report/run-report.js';

/** Context of reading or writing a document. */
export interface DocumentContext {
  readonly sourceLocale: LocaleId;
  readonly signal: AbortSignal;
  /** Of this document; the executor commits it. */
  readonly session?: Omit<Session, 'commit' | 'rollback' | 'close'>;
  lose(loss: LossNote & { readonly block?: string }): void;
  /** Of a document that is read: says that a block has targets in one locale alone. */
  limit?(block: string, locale: LocaleId): void;
}

/** One place that a document is written to. Nobody sees anything of it before `commit`. */
export interface FlowOutput {
  readonly path?: string;
  /** The side to write; absent means the source side. */
  readonly locale?: LocaleId;
  /** True when the report is to list texts that no person has written, since the file cannot tell. */
  readonly listsMachineTexts?: boolean;
  /** Takes all parts; parts are shared with other outputs and must not be changed. */
  write(
    parts: AsyncIterable<Part>,
    ctx: DocumentContext,
  ): Promise<Pick<OutputReport, 'bytes' | 'blocks' | 'changed' | 'sha256'>>;
  /** The bytes that were written, before `commit`; absent where nothing keeps them. */
  written?(): AsyncIterable<Uint8Array>;
  /** Waits until all that was written will stay; others have their turn meanwhile. */
  settle?(): Promise<void>;
  /** Makes what was written the output. */
  commit(): Promise<void>;
  /** Leaves things as they were; also after a write that failed halfway. */
  discard(): Promise<void>;
}

/** A document of a run: read once, whatever the number of its outputs. */
export interface FlowDocument {
  readonly id: string;
  readonly path?: string;
  readonly format?: string;
  /** About how large it is, for those who plan. */
  readonly bytes?: number;
  /** The targets that it holds and steps are to look at; absent means all of the run. */
  readonly targets?: readonly LocaleId[];
  /** True for the blocks that steps work on; absent means all. */
  selects?(block: Block): boolean;
  read(ctx: DocumentContext): AsyncIterable<Part>;
  /** Locations of its blocks, for steps that report them. */
  readonly locations?: BlockLocations;
  /** Facts about its existing translations, once it was read. */
  pairs?(): readonly PairReport[];
  readonly outputs?: readonly FlowOutput[];
}

/** Where a run takes its documents from and where it puts them. */
export interface FlowIo {
  readonly documents: readonly FlowDocument[];
  /** Looks at every place that will be written, before any work. */
  check?(): Promise<void>;
}
