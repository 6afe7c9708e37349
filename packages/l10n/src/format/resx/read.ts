import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { readElements } from '../xml/read-elements.js';
import { DataReader } from './data-reader.js';
import type { ResxOptions } from './options.js';

/** Reads a .NET resource file in pieces: every text is a block, named by its key; its comment is its note. */
export function readResx(source: ByteSource, options: ResxOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return readElements(
    { format: 'resx', root: 'root', createReader: (fragments) => new DataReader(fragments, options, ctx) },
    source,
    options,
    ctx,
  );
}
