import { markdownWriter } from '../markdown/write.js';

/** Writes an MDX file around the blocks that changed. */
export const writeMdx = markdownWriter('mdx');
