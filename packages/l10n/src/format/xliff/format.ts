import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { xliffSchema, type XliffOptions } from './options.js';
import { sniffXliff } from './sniff.js';

/** The exchange files of XLIFF 1.2, and of 1.0 and 1.1, which differ little; they stream both ways. */
export const xliffFormat = defineFormat<XliffOptions>({
  id: 'xliff',
  title: 'XLIFF 1.2',
  extensions: ['.xlf', '.xliff', '.sdlxliff', '.mqxliff', '.mxliff', '.txlf'],
  mimeTypes: ['application/x-xliff+xml', 'application/xliff+xml'],
  sniff: (head) => sniffXliff(head, 1),
  kind: 'bilingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: true,
    insert: true,
    generative: true,
    package: false,
  },
  options: xliffSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readXliff(...args)),
  insert: async (request) => (await import('./generate/insert.js')).insertXliff(request),
  write: async (request) => (await import('./write.js')).writeXliff(request),
});
