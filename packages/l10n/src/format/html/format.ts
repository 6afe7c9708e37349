import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { htmlSchema, type HtmlOptions } from './options.js';

/** HTML and XHTML pages; they stream both ways. */
export const htmlFormat = defineFormat<HtmlOptions>({
  id: 'html',
  title: 'HTML',
  extensions: ['.html', '.htm', '.xhtml'],
  mimeTypes: ['text/html', 'application/xhtml+xml'],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: true,
    insert: false,
    generative: false,
    package: false,
  },
  options: htmlSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readHtml(...args)),
  write: async (request) => (await import('./write.js')).writeHtml(request),
});
