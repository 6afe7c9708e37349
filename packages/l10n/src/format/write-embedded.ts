import type { Part } from '@helve/flow';
import {
  bytesSource,
  type Skeleton,
  type SkeletonEmbedded,
  type WriteContext,
  type WriteReport,
} from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { createMemorySink } from './memory-sink.js';
import { createSkeleton } from './skeleton.js';

/** Writes a document inside a value, and returns its text. */
export async function writeEmbedded(
  entry: SkeletonEmbedded,
  parts: readonly Part[],
  ctx: WriteContext,
  outer: string,
): Promise<{ readonly text: string; readonly report: WriteReport }> {
  const format = ctx.formats?.byId(entry.format);
  if (!format)
    throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: `${entry.layerId} (${entry.format} in ${outer})` });
  const sink = createMemorySink();
  const report = await format.write(each(parts), sink, toSkeleton(entry), entry.options, ctx);
  return { text: Buffer.from(sink.bytes()).toString('utf8'), report };
}

function toSkeleton(entry: SkeletonEmbedded): Skeleton {
  const skeleton = createSkeleton(entry.format, bytesSource(Buffer.from(entry.text)));
  skeleton.textForm = { encoding: 'utf-8', bom: entry.text.startsWith('\uFEFF'), lineBreak: entry.lineBreak };
  for (const inner of entry.entries) skeleton.append(inner);
  return skeleton;
}

async function* each(parts: readonly Part[]): AsyncGenerator<Part> {
  for (const part of parts) yield part;
}
