import { columnsOf } from '../csv/column.js';
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
  kindOf: (_, { table }) => (Object.keys(table).some(isTarget) ? 'multilingual' : 'monolingual'),
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: false,
    generative: true,
    package: true,
  },
  options: xlsxSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readXlsx(...args)),
  write: async (request) => (await import('./write.js')).writeXlsx(request),
});

/** True for the name of a column of translations. */
function isTarget(name: string): boolean {
  return columnsOf(['key', 'source', name]).some(({ role }) => role === 'target' || role === 'locale');
}
