import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BatchedParts } from '../batched-parts.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { commentedElements } from '../xml/commented-elements.js';
import { openXml } from '../xml/open-xml.js';
import { XmlFragments } from '../xml/xml-fragments.js';
import { DataReader } from './data-reader.js';
import type { ResxOptions } from './options.js';

/** Reads a .NET resource file in pieces: every text is a block, named by its key; its comment is its note. */
export function readResx(source: ByteSource, options: ResxOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: ResxOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const file = ctx.document;
  const text = await openXml(source, file, options);
  const facts = { format: 'resx', mimeType: 'application/xml', form: text.form };
  yield [{ kind: 'layer-start', layer: rootLayer(facts, ctx) }];
  const { maxDepth, maxExpansion } = options;
  const fragments = new XmlFragments(text, { file, format: 'resx', maxDepth, maxExpansion, keepsEntities: true });
  const reader = new DataReader(fragments, options, ctx);
  const begin = (): void => undefined;
  try {
    for await (const elements of commentedElements({ file, text, fragments, root: 'root', begin })) {
      ctx.signal.throwIfAborted();
      const parts: Part[] = [];
      for (const { piece } of elements) {
        const made = reader.parts(piece);
        parts.push(...(made instanceof Promise ? await made : made));
      }
      yield parts;
    }
  } catch (error) {
    throw await fragments.toError(error);
  }
  await reader.report(() => text.chunks());
  yield [{ kind: 'layer-end', id: rootLayerId }];
}
