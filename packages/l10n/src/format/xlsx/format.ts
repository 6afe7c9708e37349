import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { workbookMimeType, xlsxSchema, type XlsxOptions } from './options.js';

/** Workbooks of Excel and of everything that writes such files. */
export const xlsxFormat = defineFormat<XlsxOptions>({
  id: 'xlsx',
  title: 'Excel workbook',
  extensions: ['.xlsx', '.xlsm'],
  mimeTypes: [workbookMimeType],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: false,
    generative: false,
    package: true,
  },
  options: xlsxSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readXlsx(...args)),
  write: async (request) => (await import('./write.js')).writeXlsx(request),
});
