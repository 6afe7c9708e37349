import type { JsonObject } from '@helve/core';
import type { Block, LossNote, Part, Runs } from '@helve/flow';
import { bytesSource, type ByteSource, type Format, type Skeleton, type WriteReport } from '@helve/flow/content';
import { allFormats } from '../format/all-formats.js';
import { createFormats } from '../format/create-formats.js';
import { createMemorySink } from '../format/memory-sink.js';

/** Options for reading and writing a document in a test. */
export interface KitOptions {
  readonly options?: JsonObject;
  readonly document?: string;
  readonly sourceLocale?: string;
  readonly targetLocale?: string;
  readonly signal?: AbortSignal;
}

/** A document that was read whole. */
export interface ReadDocument {
  readonly source: ByteSource;
  readonly parts: readonly Part[];
  readonly blocks: readonly Block[];
  readonly skeleton: Skeleton;
  readonly losses: readonly (LossNote & { readonly block?: string })[];
}

/** Converts a text to bytes; bytes stay. */
export function toBytes(input: string | Uint8Array): Uint8Array {
  return typeof input === 'string' ? Buffer.from(input) : input;
}

/** Creates a source that yields its bytes in pieces of one size, to split tokens and characters everywhere. */
export function choppedSource(bytes: Uint8Array, length: number): ByteSource {
  return {
    size: bytes.length,
    async *stream(start = 0, end = bytes.length) {
      for (let at = start; at < end; at += length) yield bytes.subarray(at, Math.min(at + length, end));
    },
    bytes: () => Promise.resolve(bytes),
  };
}

/** Reads a document with a skeleton for `writers` writers. */
export async function readDocument(
  format: Format,
  input: string | Uint8Array | ByteSource,
  kit: KitOptions = {},
  writers = 1,
): Promise<ReadDocument> {
  const source = typeof input === 'string' || input instanceof Uint8Array ? bytesSource(toBytes(input)) : input;
  const skeleton = format.createSkeleton(source, writers);
  const losses: (LossNote & { readonly block?: string })[] = [];
  const parts: Part[] = [];
  const ctx = {
    ...createContext(format, kit),
    skeleton,
    lose: (loss: (typeof losses)[number]) => void losses.push(loss),
  };
  for await (const part of format.read(source, kit.options ?? {}, ctx)) parts.push(part);
  return { source, parts, blocks: blocksOf(parts), skeleton, losses };
}

/** Writes a document and returns its bytes. */
export async function writeDocument(
  format: Format,
  { parts, skeleton }: Pick<ReadDocument, 'parts'> & { readonly skeleton: Skeleton | undefined },
  kit: KitOptions = {},
): Promise<{ readonly bytes: Uint8Array; readonly report: WriteReport; readonly losses: ReadDocument['losses'] }> {
  const sink = createMemorySink();
  const losses: ReadDocument['losses'][number][] = [];
  const ctx = { ...createContext(format, kit), lose: (loss: (typeof losses)[number]) => void losses.push(loss) };
  const report = await format.write(each(parts), sink, skeleton, kit.options ?? {}, ctx);
  return { bytes: sink.bytes(), report, losses };
}

/** Lists the blocks of some parts. */
export function blocksOf(parts: readonly Part[]): readonly Block[] {
  return parts.flatMap((part) => (part.kind === 'block' ? [part.block] : []));
}

/** Replaces the content of some blocks on the written side. */
export function withContent(
  format: Format,
  parts: readonly Part[],
  change: (block: Block) => Runs | undefined,
  targetLocale: string,
): readonly Part[] {
  return parts.map((part) => {
    const runs = part.kind === 'block' ? change(part.block) : undefined;
    if (part.kind !== 'block' || !runs) return part;
    const { block } = part;
    if (format.kind === 'monolingual') return { kind: 'block', block: { ...block, source: runs } };
    const target = { runs, status: 'translated' } as const;
    return { kind: 'block', block: { ...block, targets: { ...block.targets, [targetLocale]: target } } };
  });
}

/** Creates the context of a read or a write; an unlisted format is bound to the listed ones. */
function createContext(format: Format, kit: KitOptions) {
  const {
    document = `test.${format.id}`,
    sourceLocale = 'en',
    targetLocale,
    signal = new AbortController().signal,
  } = kit;
  return {
    document,
    sourceLocale,
    signal,
    formats: createFormats(allFormats),
    ...(targetLocale === undefined ? {} : { targetLocale }),
  };
}

async function* each(parts: readonly Part[]): AsyncGenerator<Part> {
  for (const part of parts) yield part;
}
