import { defineFormat } from '../define-format.js';
import { markdownSchema, type MarkdownOptions } from './options.js';

/** Markdown as CommonMark has it, with the tables, strikethrough, task lists and footnotes of GitHub. */
export const markdownFormat = defineFormat<MarkdownOptions>({
  id: 'markdown',
  title: 'Markdown',
  extensions: ['.md', '.markdown'],
  mimeTypes: ['text/markdown'],
  kind: 'monolingual',
  caps: { read: true, write: true, streamRead: false, streamWrite: false, generative: false, package: false },
  options: markdownSchema,
  // The parser is large, and most runs meet no Markdown.
  async *read(source, options, ctx) {
    const { readMarkdown } = await import('./read.js');
    yield* readMarkdown(source, options, ctx);
  },
  write: async (request) => (await import('./write.js')).writeMarkdown(request),
});
