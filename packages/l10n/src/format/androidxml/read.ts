import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { readElements } from '../xml/read-elements.js';
import type { AndroidXmlOptions } from './options.js';
import { ResourceReader } from './resource-reader.js';

/** Reads an Android resource file in pieces: values are blocks, and the forms of a plural are one block. */
export function readAndroidXml(
  source: ByteSource,
  options: AndroidXmlOptions,
  ctx: ReadContext,
): AsyncIterableIterator<Part> {
  return readElements(
    {
      format: 'androidxml',
      root: 'resources',
      createReader: (fragments) => new ResourceReader(fragments, options, ctx),
    },
    source,
    options,
    ctx,
  );
}
