import { formatSchema } from '../format-option.js';
import { markdownProperties, type MarkdownOptions } from '../markdown/options.js';

/** Options of an MDX file, which has no HTML blocks. */
export type MdxOptions = Omit<MarkdownOptions, 'htmlBlocks'>;

/** Schema of the options. */
export const mdxSchema = formatSchema('mdx', 'MDX', markdownProperties);
