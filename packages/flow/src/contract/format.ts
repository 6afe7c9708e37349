import type { Json, JsonObject } from '@helve/core';
import type { Block, LocaleId } from './block.js';
import type { ComponentSchema } from './component-schema.js';
import type { LossNote } from './loss.js';
import type { PairLocations } from './pair.js';
import type { ByteSource, LineBreak, Part } from './part.js';

export type FormatKind = 'monolingual' | 'bilingual' | 'multilingual';

export interface FormatCaps {
  readonly read: boolean;
  readonly write: boolean;
  readonly streamRead: boolean;
  readonly streamWrite: boolean;
  /** It can put entries into a document that lacks them, and take entries out. */
  readonly insert: boolean;
  /** It can write a file that was never read. */
  readonly generative: boolean;
  readonly package: boolean;
}

/** One piece of the original bytes, in order; together they are the whole file. Gaps between entries count as `bytes`. */
export type SkeletonEntry =
  | { readonly kind: 'bytes'; readonly offset: number; readonly length: number }
  | SkeletonValue
  | SkeletonEmbedded
  | SkeletonMember
  | SkeletonLanguage;

/** Place where a document names its own language, which a translation names anew. */
export interface SkeletonLanguage {
  readonly kind: 'lang';
  readonly offset: number;
  readonly length: number;
  readonly value: string;
  /** Mark between the parts of a locale on a platform that knows one only; absent keeps that of the value. */
  readonly separator?: '_';
}

/** Where the value of a block begins, in bytes. */
export interface ValueLocation {
  readonly offset: number;
  /** Where people look for a side, when that is not where the entry begins. */
  positionOf?(side: 'source' | 'target'): number;
}

/** Byte range of one side of a block; a length of 0 is a position at which it may be inserted. */
export interface SkeletonValue extends ValueLocation {
  readonly kind: 'ref';
  readonly blockId: string;
  readonly side: 'source' | 'target';
  readonly variant?: string;
  readonly length: number;
  /** Of the content as it was read: unchanged content is replayed from its own bytes. */
  readonly digest: string;
  /** Another entry of the same block follows. */
  readonly more?: true;
  /** Notation of the value, in terms of its format. */
  readonly form?: Json;
}

/** Position of a document inside a value; its own entries count in the value's text, not in bytes of the file. */
export interface SkeletonEmbedded {
  readonly kind: 'embedded';
  readonly layerId: string;
  readonly format: string;
  readonly options: JsonObject;
  readonly offset: number;
  readonly length: number;
  readonly text: string;
  readonly lineBreak: LineBreak;
  readonly entries: readonly SkeletonEntry[];
  readonly form?: Json;
}

/** A member of a package; its own entries count in bytes of the member. */
export interface SkeletonMember {
  readonly kind: 'member';
  /** Path in the package. */
  readonly name: string;
  /** Byte range of its packed data in the package. */
  readonly offset: number;
  readonly length: number;
  /** Format that its skeleton has: that of the package, or one that reads the member by itself. */
  readonly format: string;
  readonly textForm?: TextForm;
  readonly entries: readonly SkeletonEntry[];
}

/** Encoding, byte order mark and line breaks of a text file. */
export interface TextForm {
  readonly encoding: string;
  readonly bom: boolean;
  readonly lineBreak: LineBreak;
}

/** A place in a skeleton. What every cursor has passed is forgotten. */
export interface SkeletonCursor {
  /** The number of the entry that `peek` gives. */
  readonly index: number;
  peek(): SkeletonEntry | undefined;
  advance(): void;
}

/** The frame of a document around its blocks: appended by one reader, read by each writer in the same order. */
export interface Skeleton {
  readonly format: string;
  readonly source: ByteSource;
  /** Set by the reader before its first part. */
  textForm?: TextForm;
  /** Gives the entry's number. A reader appends the first entry of a block before it gives the block. */
  append(entry: SkeletonEntry): number;
  /** Starts at the first entry; there are as many as writers were announced. */
  cursor(): SkeletonCursor;
}

/** Byte locations of the blocks of a document. */
export interface BlockLocations {
  /** Must be called for every block in order, since earlier locations are forgotten. */
  locationOf(block: Block): ValueLocation | undefined;
  stream(): AsyncIterable<Uint8Array>;
  /** Locations in existing translations that were read beside the document. */
  readonly pairs?: readonly PairLocations[];
}

/** Context of reading a document. */
export interface ReadContext {
  readonly document: string;
  readonly sourceLocale: LocaleId;
  readonly targetLocale?: LocaleId;
  readonly signal: AbortSignal;
  /** The reader appends to it; absent when nobody will write the document back. */
  readonly skeleton?: Skeleton;
  /** For values that are documents of another format; `createFormats` adds it. */
  readonly formats?: FormatResolver;
  /** Number of documents around this one. */
  readonly depth?: number;
  /** The layer that holds this document, when there is one. */
  readonly parentId?: string;
  /** Says that a block has targets in one locale alone, in a document of several: steps for others do not touch it. */
  limit?(block: string, locale: LocaleId): void;
  lose(loss: LossNote & { readonly block?: string }): void;
}

/** Context of writing a document. */
export interface WriteContext {
  readonly document: string;
  readonly sourceLocale: LocaleId;
  /** The side to write; absent writes the source side. */
  readonly targetLocale?: LocaleId;
  readonly signal: AbortSignal;
  readonly formats?: FormatResolver;
  lose(loss: LossNote & { readonly block?: string }): void;
}

export interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>;
}

export interface WriteReport {
  readonly bytes: number;
  readonly blocks: number;
  readonly changed: number;
}

/** Named options of a format. */
export interface FormatPreset {
  readonly id: string;
  readonly title: string;
  readonly options: JsonObject;
  /** Preset of the same format whose options it begins with. */
  readonly extends?: string;
}

/** An entry that a document lacks. */
export interface NewEntry {
  /** Its name is its key; source, notes, plural forms and maximum length are written as the format writes them. */
  readonly block: Block;
  /**
   * Name of the nearest earlier entry, in the order of the source, that the document has or is given; without one, the
   * entry goes to the head of its container. In bilingual formats, entries go by their ids, since few have names.
   */
  readonly after?: string;
}

/** Request to put entries into a document and to take others out; every other byte stays. */
export interface InsertRequest<Options = JsonObject> {
  readonly bytes: Uint8Array;
  /** In the order of the source. */
  readonly entries: readonly NewEntry[];
  /** Names (in bilingual formats ids) of the entries to take out, each with its own comment and line. */
  readonly remove: readonly string[];
  readonly options: Options;
  /** The document that the entries come from, for facts about them that no block carries. */
  readonly origin?: ByteSource;
  /** Its source locale is the language of the document. */
  readonly ctx: WriteContext;
}

/** Reader and writer of one kind of file. */
export interface Format {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
  readonly mimeTypes: readonly string[];
  readonly magic?: readonly Uint8Array[];
  /** Confidence, from 0 to 1, that these first bytes are of this format. */
  sniff?(head: Uint8Array): number;
  readonly kind: FormatKind;
  /** Kind of one file, of formats whose files differ; `kind` is that of new ones. A detected format has the kind of its file. */
  kindOf?(head: Uint8Array, options: JsonObject): FormatKind;
  readonly caps: FormatCaps;
  readonly options: ComponentSchema;
  readonly presets?: readonly FormatPreset[];
  /** Creates a skeleton for one reading of `source` and for a number of writers. Default: 1. */
  createSkeleton(source: ByteSource, writers?: number): Skeleton;
  read(source: ByteSource, options: JsonObject, ctx: ReadContext): AsyncIterable<Part>;
  write(
    parts: AsyncIterable<Part>,
    sink: ByteSink,
    skeleton: Skeleton | undefined,
    options: JsonObject,
    ctx: WriteContext,
  ): Promise<WriteReport>;
  /** Of formats with `caps.insert`. Writes the sources of the entries; targets are written by `write` afterwards. */
  insert?(request: InsertRequest): Promise<Uint8Array>;
  /**
   * Path at which its platform expects the translation of a file; undefined for a path that its rules do not know, to
   * which the general rules apply.
   */
  localePath?(path: string, source: LocaleId, target: LocaleId): string | undefined;
  /** Locale that a path names by the rules of its platform. */
  localeOfPath?(path: string): LocaleId | undefined;
  /** Path without the locale that it names, where its platform keeps the source: `values/` of `values-de/`. */
  basePath?(path: string): string | undefined;
}

/** Facts by which the format of a file is detected. */
export interface FormatQuery {
  readonly path?: string;
  readonly mimeType?: string;
  readonly formatId?: string;
  readonly head: Uint8Array;
}

/** A kind of file that a detection considered. */
export interface FormatCandidate {
  readonly id: string;
  readonly title: string;
  readonly confidence: number;
}

interface DetectionBase {
  /** The rule that decided. */
  readonly rule: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Signs that were found in the file. */
  readonly reasons: readonly string[];
  /** Other kinds of file that it may be, the likeliest first. */
  readonly others: readonly FormatCandidate[];
}

/** A file that can be read: its format, the rule that decided, and how sure it is. */
export interface DetectedFormat extends DetectionBase {
  readonly format: Format;
  readonly preset?: string;
}

/** A file that cannot be read: nobody knows it, its format has no reader, or the signs are too weak. */
export interface UndetectedFormat extends DetectionBase {
  readonly format?: undefined;
  /** The kind of file that it seems to be. */
  readonly known?: { readonly id: string; readonly title: string };
  /** Completes the sentence "Cannot read the file: …". */
  readonly problem: string;
}

export type FormatDetection = DetectedFormat | UndetectedFormat;

/** Finds the format of a file. */
export interface FormatResolver {
  byId(id: string): Format | undefined;
  list(): readonly Format[];
  detect(query: FormatQuery): FormatDetection;
}
