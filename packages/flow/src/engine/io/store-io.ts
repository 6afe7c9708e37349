import { contextHash } from '../../content/block/identity.js';
import type { LocaleId } from '../../contract/block.js';
import type { Layer, Part } from '../../contract/part.js';
import type { BlockStore } from '../../contract/store.js';
import { applyLayers, putLayers } from '../../session/stored-layers.js';
import { storeError } from '../../session/store-error.js';
import type { DocumentContext, FlowDocument, FlowIo, FlowOutput } from './flow-io.js';

/** A document that is read from the store of the run. */
export function storeDocument(id: string, outputs: readonly FlowOutput[] = []): FlowDocument {
  return {
    id,
    outputs,
    async *read({ sourceLocale, session }) {
      yield { kind: 'layer-start', layer: storeLayer(id, sourceLocale) };
      for await (const { value: block } of session?.blocks({ document: id }) ?? []) yield { kind: 'block', block };
      yield { kind: 'layer-end', id };
    },
  };
}

/**
 * Writes what a run found into its store; the executor commits it with the document. `contexts` are the context hashes
 * of the blocks as they were read, by which their records are found again although steps may change properties.
 */
export function storeOutput(document: string, contexts = new Map<string, string>()): FlowOutput {
  return {
    async write(parts, { session }) {
      let blocks = 0;
      for await (const part of parts) {
        if (part.kind !== 'block' || session === undefined) continue;
        const { block } = part;
        await putLayers(session, document, block, contexts.get(block.id));
        contexts.delete(block.id);
        blocks += 1;
      }
      return { bytes: 0, blocks, changed: blocks };
    },
    commit: async () => undefined,
    discard: async () => undefined,
  };
}

/** Redirects documents to the store instead of files; refuses a store that does not persist. */
export function toStore(io: FlowIo, store: BlockStore): FlowIo {
  if (!store.capabilities.persistent) throw storeError('write documents', 'capability', 'it keeps nothing');
  return { documents: io.documents.map(intoStore) };
}

function intoStore(document: FlowDocument): FlowDocument {
  const contexts = new Map<string, string>();
  return {
    ...document,
    outputs: [storeOutput(document.id, contexts)],
    async *read(ctx) {
      for await (const part of document.read(ctx)) {
        if (part.kind === 'block') contexts.set(part.block.id, contextHash(part.block));
        yield part;
      }
    },
  };
}

/**
 * Adds the stored layers of its blocks to a document: only where the document has none, or `everywhere` when the run
 * reads from the store. Layers of another state of the content are only reported.
 */
export function withStored(document: FlowDocument, options: { readonly everywhere?: boolean } = {}): FlowDocument {
  return { ...document, read: (ctx) => readWithStored(document, ctx, options) };
}

async function* readWithStored(
  document: FlowDocument,
  ctx: DocumentContext,
  options: { readonly everywhere?: boolean },
): AsyncGenerator<Part> {
  for await (const part of document.read(ctx)) {
    if (part.kind === 'block' && ctx.session !== undefined) {
      const verdict = await applyLayers(ctx.session, document.id, part.block, options);
      if (verdict === 'stale') ctx.lose({ kind: 'target-rejected', block: part.block.id, detail: { reason: 'stale' } });
    }
    yield part;
  }
}

function storeLayer(id: string, locale: LocaleId): Layer {
  return {
    id,
    name: id,
    locale,
    encoding: 'utf-8',
    mimeType: 'application/octet-stream',
    lineBreak: 'lf',
    bom: false,
    multilingual: true,
    properties: {},
    overlays: [],
    annotations: {},
  };
}
