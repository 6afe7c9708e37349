import type { JsonObject } from '@helve/core';
import type { LocaleId, TargetStatus } from '@helve/flow';

export const EXCHANGE_SCHEMA = 'helve.exchange/v1';

/** Formats in which units go out. */
export const exchangeFormats = Object.freeze(['xliff2', 'xliff', 'po', 'tmx', 'csv', 'xlsx'] as const);
export type ExchangeFormat = (typeof exchangeFormats)[number];

/** A translation that a unit went out with. */
export interface ManifestTarget {
  /** Status of the translation that was there; absent where there was none. */
  readonly state?: TargetStatus;
  /** Hash of that translation, by which a later change is noticed. */
  readonly hash?: string;
}

/** One unit of a batch: hashes and ids, never text. */
export interface ManifestUnit {
  /** `u1` and so on, unique in the batch. */
  readonly id: string;
  /** Key of the block in its file: its id, or a digest of an id that holds its text. */
  readonly block: string;
  /** Hashes of the block as the file had it. */
  readonly content: string;
  readonly structure: string;
  readonly context: string;
  /** `sentHash` of the source as it went out, after the steps of a flow. */
  readonly sent: string;
  /** Languages that the unit went out for. */
  readonly targets: Readonly<Record<LocaleId, ManifestTarget>>;
  /** Unit that was sent in its stead, since it has the same source. */
  readonly same?: string;
}

/** A translation that was read beside a file. */
export interface ManifestPair {
  readonly locale: LocaleId;
  readonly path: string;
}

/** One source file of a batch. Its path begins at the project. */
export interface ManifestFile {
  readonly path: string;
  readonly sha256: string;
  readonly format: string;
  readonly options: JsonObject;
  /** Templates and translations that were read with it. */
  readonly existing?: readonly ManifestPair[];
  readonly units: readonly ManifestUnit[];
}

/** One file that went out. Its path begins at the project. */
export interface ManifestOutput {
  readonly path: string;
  readonly locale: LocaleId;
  readonly sha256: string;
  readonly units: number;
}

/** Facts of a batch that its id is computed from. */
export interface BatchContent {
  /** Digest of the owner; absent for the person at the terminal. */
  readonly owner?: string;
  readonly format: ExchangeFormat;
  /** Digest of the options of the extraction. */
  readonly options: string;
  readonly sourceLocale: LocaleId;
  readonly targetLocales: readonly LocaleId[];
  readonly files: readonly ManifestFile[];
}

/** Record of what went out: by it, returned files find their origin. */
export interface ExchangeManifest extends BatchContent {
  readonly schema: typeof EXCHANGE_SCHEMA;
  readonly batch: string;
  /** SHA-256 of the content; the batch is named after its beginning unless somebody named it. */
  readonly sha256: string;
  readonly createdAt: string;
  /** Version of Helve that wrote it. */
  readonly version: string;
  readonly outputs: readonly ManifestOutput[];
}
