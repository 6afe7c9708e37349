import { defineFormat } from '../define-format.js';
import { markdownSchema, type MarkdownOptions } from './options.js';
import { readMarkdown } from './read.js';
import { writeMarkdown } from './write.js';

/** Markdown as CommonMark has it, with the tables, strikethrough, task lists and footnotes of GitHub. */
export const markdownFormat = defineFormat<MarkdownOptions>({
  id: 'markdown',
  title: 'Markdown',
  extensions: ['.md', '.markdown'],
  mimeTypes: ['text/markdown'],
  kind: 'monolingual',
  caps: { read: true, write: true, streamRead: false, streamWrite: false, generative: false, package: false },
  options: markdownSchema,
  read: readMarkdown,
  write: writeMarkdown,
});
