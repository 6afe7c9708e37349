import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BatchedParts } from '../batched-parts.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { commentedElements } from '../xml/commented-elements.js';
import { openXml } from '../xml/open-xml.js';
import { XmlFragments } from '../xml/xml-fragments.js';
import type { AndroidXmlOptions } from './options.js';
import { ResourceReader } from './resource-reader.js';

/** Reads an Android resource file in pieces: values are blocks, and the forms of a plural are one block. */
export function readAndroidXml(
  source: ByteSource,
  options: AndroidXmlOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: AndroidXmlOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const file = ctx.document;
  const text = await openXml(source, file, options);
  const facts = { format: 'androidxml', mimeType: 'application/xml', form: text.form };
  yield [{ kind: 'layer-start', layer: rootLayer(facts, ctx) }];
  const { maxDepth, maxExpansion } = options;
  const fragments = new XmlFragments(text, { file, format: 'androidxml', maxDepth, maxExpansion, keepsEntities: true });
  const reader = new ResourceReader(fragments, options, ctx);
  const begin = reader.begin.bind(reader);
  try {
    for await (const elements of commentedElements({ file, text, fragments, root: 'resources', begin })) {
      ctx.signal.throwIfAborted();
      const parts: Part[] = [];
      for (const element of elements) {
        const made = reader.parts(element);
        // Only values of other formats take their time.
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
