import type { ByteSource, Part, ReadContext } from '@helve/flow';
import { readMarkdown } from '../markdown/read.js';
import type { MdxOptions } from './options.js';

/** Reads an MDX file as Markdown in which tags and expressions are codes, and modules are left alone. */
export function readMdx(source: ByteSource, options: MdxOptions, ctx: ReadContext): AsyncIterable<Part> {
  return readMarkdown(source, { ...options, htmlBlocks: false, dialect: 'mdx' }, ctx);
}
