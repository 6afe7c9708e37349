import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { sniffXliff } from '../xliff/sniff.js';
import { xliff2Schema, type Xliff2Options } from './options.js';

/** The exchange files of XLIFF 2.0, 2.1 and 2.2; they stream both ways. */
export const xliff2Format = defineFormat<Xliff2Options>({
  id: 'xliff2',
  title: 'XLIFF 2',
  extensions: ['.xlf', '.xliff', '.mxliff'],
  mimeTypes: ['application/xliff+xml'],
  sniff: (head) => sniffXliff(head, 2),
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
  options: xliff2Schema,
  read: (...args) => readLater(async () => (await import('./read.js')).readXliff2(...args)),
  insert: async (request) => (await import('./generate/insert.js')).insertXliff2(request),
  write: async (request) => (await import('./write.js')).writeXliff2(request),
});
