import { markdownWriter } from '../markdown/write.js';

/** Writes an MDX file around the changed blocks. */
export const writeMdx = markdownWriter('mdx');
