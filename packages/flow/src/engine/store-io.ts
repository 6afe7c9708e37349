import type { LocaleId } from '../contract/block.js';
import type { Layer, Part } from '../contract/part.js';
import type { BlockStore } from '../contract/store.js';
import { applyLayers, putLayers } from '../session/stored-layers.js';
import { storeError } from '../session/store-error.js';
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

/** Writes what a run found into its store; the executor commits it with the document. */
export function storeOutput(document: string): FlowOutput {
  return {
    async write(parts, { session }) {
      let blocks = 0;
      for await (const part of parts) {
        if (part.kind !== 'block' || session === undefined) continue;
        await putLayers(session, document, part.block);
        blocks += 1;
      }
      return { bytes: 0, blocks, changed: blocks };
    },
    commit: async () => undefined,
    discard: async () => undefined,
  };
}

/** The same documents, written to the store instead of files; a store that forgets cannot be a sink. */
export function toStore(io: FlowIo, store: BlockStore): FlowIo {
  if (!store.capabilities.persistent) throw storeError('write documents', 'capability', 'it keeps nothing');
  return { documents: io.documents.map((document) => ({ ...document, outputs: [storeOutput(document.id)] })) };
}

/** The same document, with what the store knows of its blocks; what is known of another state is only reported. */
export function withStored(document: FlowDocument): FlowDocument {
  return { ...document, read: (ctx) => readWithStored(document, ctx) };
}

async function* readWithStored(document: FlowDocument, ctx: DocumentContext): AsyncGenerator<Part> {
  for await (const part of document.read(ctx)) {
    if (part.kind === 'block' && ctx.session !== undefined) {
      const verdict = await applyLayers(ctx.session, document.id, part.block);
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
