import type { JsonObject } from '@helve/core';
import type { Block, ContentLoss, LocaleId, LossNote, Part } from '@helve/flow';
import type { Format, FormatResolver } from '@helve/flow/content';
import { SKELETON_PROPERTY } from '../format/generate/exchange-mark.js';
import { createMemorySink } from '../format/memory-sink.js';
import { rootLayer } from '../format/root-layer.js';

/** A new file to write. */
export interface ConvertedFile {
  readonly format: Format;
  readonly options: JsonObject;
  readonly blocks: readonly Block[];
  readonly document: string;
  readonly sourceLocale: LocaleId;
  /** Language of its translations; absent for a file of one language, and where there are several. */
  readonly targetLocale?: LocaleId | undefined;
  /** Skeleton of the file that it is made of, for a format that can hold one. */
  readonly skeleton?: string | undefined;
  readonly formats: FormatResolver;
  readonly signal: AbortSignal;
}

/** Bytes of a new file, and what its writer could not write. */
export interface WrittenConversion {
  readonly bytes: Uint8Array;
  readonly losses: readonly ContentLoss[];
}

/** Writes blocks as a file that was never read. */
export async function writeConverted(file: ConvertedFile): Promise<WrittenConversion> {
  const { format, options, document, sourceLocale, targetLocale, formats, signal } = file;
  const losses: ContentLoss[] = [];
  const ctx = {
    document,
    sourceLocale,
    signal,
    formats,
    ...(targetLocale === undefined ? {} : { targetLocale }),
    lose: (loss: LossNote & { readonly block?: string }) => void losses.push({ ...loss, document, step: 'write' }),
  };
  const form = { encoding: 'utf-8', bom: false, lineBreak: 'lf' } as const;
  const facts = { format: format.id, mimeType: format.mimeTypes[0] ?? 'application/octet-stream', form };
  const sink = createMemorySink();
  await format.write(partsOf(file, rootLayer(facts, ctx)), sink, undefined, options, ctx);
  return { bytes: sink.bytes(), losses };
}

async function* partsOf(
  { blocks, skeleton, document }: ConvertedFile,
  layer: ReturnType<typeof rootLayer>,
): AsyncGenerator<Part> {
  yield { kind: 'layer-start', layer };
  const group = { id: 'f1', name: document, type: 'file', properties: { [SKELETON_PROPERTY]: skeleton ?? '' } };
  if (skeleton !== undefined) yield { kind: 'group-start', group };
  for (const block of blocks) yield { kind: 'block', block };
  if (skeleton !== undefined) yield { kind: 'group-end', id: group.id };
  yield { kind: 'layer-end', id: layer.id };
}
