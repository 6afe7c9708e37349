import { defineFormat } from '../../format/define-format.js';
import { readLater } from '../../format/load-later.js';
import { workbookMimeType, xlsxSchema, type XlsxOptions } from '../../format/xlsx/options.js';

/** Workbooks that came back with tables of units. */
export const workbookFormat = defineFormat<XlsxOptions>({
  id: 'xlsx',
  title: 'Excel workbook',
  extensions: ['.xlsx', '.xlsm'],
  mimeTypes: [workbookMimeType],
  kind: 'multilingual',
  caps: {
    read: true,
    write: false,
    streamRead: false,
    streamWrite: false,
    insert: false,
    generative: false,
    package: true,
  },
  options: xlsxSchema,
  read: (...args) => readLater(async () => (await import('./read-workbook-table.js')).readWorkbookTable(...args)),
  write: () => Promise.reject(new TypeError('Cannot write: returned files are only read')),
});
