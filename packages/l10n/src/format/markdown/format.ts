import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { markdownSchema, type MarkdownOptions } from './options.js';
import { sniffMarkdown } from './sniff.js';

/** Markdown by CommonMark, with the tables, strikethrough, task lists and footnotes of GitHub. */
export const markdownFormat = defineFormat<MarkdownOptions>({
  id: 'markdown',
  title: 'Markdown',
  extensions: ['.md', '.markdown'],
  mimeTypes: ['text/markdown'],
  sniff: sniffMarkdown,
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
  options: markdownSchema,
  read: (source, options, ctx) =>
    readLater(async () => {
      const { readMarkdown } = await import('./read.js');
      return readMarkdown(source, { ...options, dialect: 'markdown' }, ctx);
    }),
  write: async (request) => (await import('./write.js')).writeMarkdown(request),
});
