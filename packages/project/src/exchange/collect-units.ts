import { createHash } from 'node:crypto';
import type { Block, Layer } from '@helve/flow';
import type { FlowDocument, FlowIo, FlowOutput } from '@helve/flow/engine';
import { hashOriginal, linesAt, type OriginalHashes, type ReadUnit } from '@helve/l10n';

/** A document as a run left it. */
export interface CollectedDocument {
  readonly blocks: readonly ReadUnit[];
  /** SHA-256 of the file. */
  readonly sha256: string;
}

/** Lets a run end in memory: its blocks are collected with their lines and the hashes that they were read with. */
export function collectUnits(collected: Map<string, CollectedDocument>): (io: FlowIo) => FlowIo {
  return ({ documents }) => ({ documents: documents.map((document) => intoMemory(document, collected)) });
}

interface Located {
  readonly block: Block;
  readonly offset: number | undefined;
}

function intoMemory(document: FlowDocument, collected: Map<string, CollectedDocument>): FlowDocument {
  const originals = new Map<string, OriginalHashes>();
  return {
    ...document,
    outputs: [memoryOutput(document, originals, collected)],
    async *read(ctx) {
      for await (const part of document.read(ctx)) {
        if (part.kind === 'block') originals.set(part.block.id, hashOriginal(part.block));
        yield part;
      }
    },
  };
}

function memoryOutput(
  document: FlowDocument,
  originals: ReadonlyMap<string, OriginalHashes>,
  collected: Map<string, CollectedDocument>,
): FlowOutput {
  return {
    async write(parts) {
      const blocks: Located[] = [];
      let form: Layer | undefined;
      for await (const part of parts) {
        if (part.kind === 'layer-start') form ??= part.layer;
        if (part.kind !== 'block') continue;
        const { block } = part;
        blocks.push({ block, offset: document.locations?.locationOf(block)?.offset });
      }
      const lines = await findLines(document, form, blocks);
      const units = blocks.map(({ block, offset }) => ({
        block,
        original: originals.get(block.id) ?? hashOriginal(block),
        line: offset === undefined ? undefined : lines.get(offset)?.line,
      }));
      collected.set(document.id, { blocks: units, sha256: await hashDocument(document) });
      return { bytes: 0, blocks: blocks.length, changed: 0 };
    },
    commit: async () => undefined,
    discard: async () => void collected.delete(document.id),
  };
}

async function findLines(
  { locations }: FlowDocument,
  form: Layer | undefined,
  blocks: readonly Located[],
): ReturnType<typeof linesAt> {
  const offsets = blocks.flatMap(({ offset }) => (offset === undefined ? [] : [offset]));
  if (locations === undefined || form === undefined || offsets.length === 0) return new Map();
  return linesAt(locations.stream(), form, offsets);
}

async function hashDocument({ locations }: FlowDocument): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of locations?.stream() ?? []) hash.update(chunk);
  return hash.digest('hex');
}
