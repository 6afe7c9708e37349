import { formatSchema } from '../format-option.js';
import { markdownProperties, type MarkdownOptions } from '../markdown/options.js';

/** What one may choose when an MDX file is read: there are no blocks of HTML in it. */
export type MdxOptions = Omit<MarkdownOptions, 'htmlBlocks'>;

/** The schema of the options. */
export const mdxSchema = formatSchema('mdx', 'MDX', markdownProperties);
