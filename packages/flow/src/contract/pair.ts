import type { Block, LocaleId } from './block.js';
import type { ByteSource, Layer } from './part.js';

/** Texts of a translation, by a digest of the name of their block. */
export interface TextHashes {
  readonly [digest: string]: number;
}

/** Texts of a translation that a run wrote and no person: a file with one language has no place for their status. */
export interface MachineTexts {
  /** Texts that were written as their source for want of a translation. */
  readonly fallback?: TextHashes;
  /** Drafts of engines. */
  readonly drafts?: TextHashes;
}

/** An existing translation of a monolingual file: the same keys in another language. */
export interface ExistingFile extends MachineTexts {
  /** Its name in reports. */
  readonly id: string;
  readonly path: string;
  readonly locale: LocaleId;
  /** Names of blocks whose source has changed since their text was written; absent where nobody has looked. */
  readonly stale?: readonly string[];
  /** True when entries that the source has not are taken out of what is written. */
  readonly prune?: boolean;
}

/** An existing translation with its bytes. */
export interface ExistingSource extends ExistingFile {
  readonly source: ByteSource;
}

/** Facts about an existing translation after it was read beside its source. */
export interface PairReport extends Omit<ExistingFile, keyof MachineTexts | 'stale' | 'prune'> {
  /** Number of translatable blocks that it has a text for. */
  readonly translated: number;
  /** Number of translatable blocks that it has no text for. */
  readonly missing: number;
  /** Of a run that looks for it: number of blocks whose source has changed since their text was written. */
  readonly changed?: number;
  /** Names of its blocks that the source has not. */
  readonly orphans: readonly string[];
  /** Of a translation that was written: true when the output holds those blocks, false when they were left out. */
  readonly keepsOrphans?: boolean;
}

/** Byte locations of blocks in an existing translation. */
export interface PairLocations {
  readonly file: ExistingFile;
  /** The layer that is the file itself, once it was read. */
  layer(): Layer | undefined;
  offsetOf(block: Block): number | undefined;
  stream(): AsyncIterable<Uint8Array>;
}
