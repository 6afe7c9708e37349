import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { readMarkdown } from '../markdown/read.js';
import type { MdxOptions } from './options.js';

/** Reads an MDX file as Markdown in which tags and expressions are codes, and modules are left alone. */
export function readMdx(source: ByteSource, options: MdxOptions, ctx: ReadContext): AsyncIterable<Part> {
  return readMarkdown(source, { ...options, htmlBlocks: false, dialect: 'mdx' }, ctx);
}
