import type { Block, Part } from '@helve/flow';
import {
  bytesSource,
  type ByteSink,
  type Skeleton,
  type SkeletonMember,
  type WriteContext,
  type WriteReport,
} from '@helve/flow/content';
import { createMemorySink } from '../memory-sink.js';
import { createSkeleton, skeletonEntries } from '../skeleton.js';
import { writeZip } from '../zip/write-zip.js';
import { ZipArchive } from '../zip/zip-archive.js';
import type { PackageOptions } from './package-option.js';
import { PackageParts } from './package-parts.js';

/** Request to write one member. */
export interface MemberWrite {
  readonly name: string;
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly skeleton: Skeleton;
  readonly ctx: WriteContext;
}

/** The members of a package while it is written. */
export interface PackageEdit {
  readonly archive: ZipArchive;
  /** Blocks of the package as they leave the flow, by id. */
  readonly blocks: ReadonlyMap<string, Block>;
  readonly ctx: WriteContext;
  /** Unpacks a member as it will be written. */
  read(name: string): Promise<Uint8Array>;
  replace(name: string, bytes: Uint8Array): void;
}

/** Parts of writing in which package formats differ. */
export interface PackageWriter {
  /** Writes a member around the values that changed. */
  write(member: MemberWrite): Promise<WriteReport>;
  /** Changes members beyond the values of blocks, after all of those were written. */
  revise?(edit: PackageEdit): Promise<void>;
}

/** Request to write a package. */
export interface PackageWrite {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly skeleton: Skeleton | undefined;
  readonly options: PackageOptions;
  readonly ctx: WriteContext;
}

/** Writes a package: changed members are packed anew, and all other bytes are copied. */
export async function writePackage(request: PackageWrite, writer: PackageWriter): Promise<WriteReport> {
  const { parts, sink, skeleton, options, ctx } = request;
  if (!skeleton) throw new TypeError('Cannot write: no skeleton is open');
  const content = await PackageParts.collect(parts, skeleton.format);
  const archive = await ZipArchive.open(skeleton.source, ctx.document, options);
  const edit = new Edit(archive, content.blocks, ctx);
  let changed = 0;
  for (const entry of skeletonEntries(skeleton)) {
    if (entry.kind === 'member') changed += await writeMember(entry, content.of(entry), edit, writer);
  }
  await writer.revise?.(edit);
  reportLosses(edit, content.unplaced);
  const bytes = await writeZip(archive, edit.changes, sink);
  return { bytes, blocks: content.blocks.size, changed };
}

async function writeMember(
  member: SkeletonMember,
  parts: readonly Part[],
  edit: PackageEdit,
  writer: PackageWriter,
): Promise<number> {
  const { name } = member;
  edit.ctx.signal.throwIfAborted();
  const original = await edit.read(name);
  const sink = createMemorySink();
  const ctx = { ...edit.ctx, document: `${edit.ctx.document}!${name}` };
  const report = await writer.write({ name, parts: each(parts), sink, skeleton: toSkeleton(member, original), ctx });
  const bytes = sink.bytes();
  if (Buffer.compare(bytes, original) !== 0) edit.replace(name, bytes);
  return report.changed;
}

class Edit implements PackageEdit {
  readonly archive: ZipArchive;
  readonly blocks: ReadonlyMap<string, Block>;
  readonly ctx: WriteContext;
  readonly changes = new Map<string, Uint8Array>();

  constructor(archive: ZipArchive, blocks: ReadonlyMap<string, Block>, ctx: WriteContext) {
    this.archive = archive;
    this.blocks = blocks;
    this.ctx = ctx;
  }

  async read(name: string): Promise<Uint8Array> {
    return this.changes.get(name) ?? (await this.archive.read(name));
  }

  replace(name: string, bytes: Uint8Array): void {
    this.changes.set(name, bytes);
  }
}

/** Members that hold signatures of the others. */
const signatureMembers = /^(?:_xmlsignatures\/|META-INF\/(?:documentsignatures|signatures)\.xml$)/u;

function reportLosses({ archive, changes, ctx }: Edit, unplaced: number): void {
  if (unplaced > 0) ctx.lose({ kind: 'block-skipped', detail: { reason: 'no-place', count: unplaced } });
  const signed = archive.entries.some(({ name }) => signatureMembers.test(name));
  if (signed && changes.size > 0) ctx.lose({ kind: 'metadata-lost', detail: { what: 'signature', count: 1 } });
}

function toSkeleton({ format, textForm, entries }: SkeletonMember, original: Uint8Array): Skeleton {
  const skeleton = createSkeleton(format, bytesSource(original));
  if (textForm !== undefined) skeleton.textForm = textForm;
  for (const entry of entries) skeleton.append(entry);
  return skeleton;
}

async function* each(parts: readonly Part[]): AsyncGenerator<Part> {
  for (const part of parts) yield part;
}
