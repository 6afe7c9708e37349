import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { mdxSchema, type MdxOptions } from './options.js';

/** Markdown with JSX, expressions and modules. */
export const mdxFormat = defineFormat<MdxOptions>({
  id: 'mdx',
  title: 'MDX',
  extensions: ['.mdx'],
  mimeTypes: ['text/mdx'],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: false,
    generative: false,
    package: false,
  },
  options: mdxSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readMdx(...args)),
  write: async (request) => (await import('./write.js')).writeMdx(request),
});
