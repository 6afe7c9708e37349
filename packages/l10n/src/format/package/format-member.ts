import type { JsonObject } from '@helve/core';
import type { Part } from '@helve/flow';
import { bytesSource, type Format, type ReadContext, type WriteReport } from '@helve/flow/content';
import { l10nErrors } from '../../l10n-errors.js';
import { entryWithin, partWithin, rootLayerId } from '../read-embedded.js';
import { skeletonEntries } from '../skeleton.js';
import type { PackageReading } from './package-reading.js';
import type { MemberWrite } from './write-package.js';

/** A format that reads a member by itself, and its options. */
export interface MemberFormat {
  readonly id: string;
  readonly options?: JsonObject;
}

/** Reads a member with a format of its own; ids of blocks begin with the path of the member. */
export async function readFormatMember(
  reading: PackageReading,
  name: string,
  { id, options = {} }: MemberFormat,
): Promise<readonly Part[]> {
  const ctx = reading.context(name, id);
  const format = formatOf(id, ctx);
  const source = bytesSource(await reading.bytes(name));
  const skeleton = format.createSkeleton(source);
  const parts: Part[] = [];
  for await (const part of format.read(source, options, { ...ctx, skeleton })) {
    const isRoot = part.kind === 'layer-start' ? part.layer.id === rootLayerId : isRootEnd(part);
    if (!isRoot) parts.push(partWithin(name, part, false));
  }
  if (ctx.skeleton !== undefined) {
    if (skeleton.textForm !== undefined) ctx.skeleton.textForm = skeleton.textForm;
    for (const entry of skeletonEntries(skeleton)) ctx.skeleton.append(entryWithin(name, entry));
  }
  return parts;
}

/** Writes a member with the format that has read it. */
export async function writeFormatMember(
  { parts, sink, skeleton, ctx }: MemberWrite,
  { id, options = {} }: MemberFormat,
): Promise<WriteReport> {
  return formatOf(id, ctx).write(parts, sink, skeleton, options, ctx);
}

function isRootEnd(part: Part): boolean {
  return part.kind === 'layer-end' && part.id === rootLayerId;
}

function formatOf(id: string, { formats, document }: Pick<ReadContext, 'formats' | 'document'>): Format {
  const format = formats?.byId(id);
  if (format === undefined) throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: `${document} (${id})` });
  return format;
}
