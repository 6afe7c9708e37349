import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BatchedParts } from '../batched-parts.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import type { TextPieces } from '../text/locate.js';
import type { CommentedElement } from './comment-collector.js';
import { commentedElements } from './commented-elements.js';
import { openXml } from './open-xml.js';
import { XmlFragments } from './xml-fragments.js';
import type { XmlElement } from './xml-node.js';

/** Makes the parts of the elements in the root of a file. */
export interface ElementReader {
  /** Receives the root. */
  begin?(root: XmlElement): void;
  /** Only values of other formats take their time. */
  parts(element: CommentedElement): readonly Part[] | Promise<readonly Part[]>;
  /** Reports what was skipped, at the end. */
  report(pieces: () => TextPieces): Promise<void>;
}

/** A format whose values are elements in the root of a file. */
interface ElementFormat {
  readonly format: string;
  /** Name of the root. */
  readonly root: string;
  createReader(fragments: XmlFragments): ElementReader;
}

/** Options of an XML file that is read in pieces. */
interface ElementOptions {
  readonly maxBytes: number;
  readonly encoding: string;
  readonly maxDepth: number;
  readonly maxExpansion: number;
}

/** Reads an XML file in pieces: each element in its root gives some parts. */
export function readElements(
  format: ElementFormat,
  source: ByteSource,
  options: ElementOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(format, source, options, ctx));
}

async function* readBatches(
  { format, root, createReader }: ElementFormat,
  source: ByteSource,
  options: ElementOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const file = ctx.document;
  const text = await openXml(source, file, options);
  yield [{ kind: 'layer-start', layer: rootLayer({ format, mimeType: 'application/xml', form: text.form }, ctx) }];
  const { maxDepth, maxExpansion } = options;
  const fragments = new XmlFragments(text, { file, format, maxDepth, maxExpansion, keepsEntities: true });
  const reader = createReader(fragments);
  const begin = (element: XmlElement): void => reader.begin?.(element);
  try {
    for await (const elements of commentedElements({ file, text, fragments, root, begin })) {
      ctx.signal.throwIfAborted();
      const parts: Part[] = [];
      for (const element of elements) {
        const made = reader.parts(element);
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
