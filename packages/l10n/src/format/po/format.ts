import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { poSchema, type PoOptions } from './options.js';
import { sniffPo } from './sniff.js';

/** The catalogs of gettext; they stream both ways. */
export const poFormat = defineFormat<PoOptions>({
  id: 'po',
  title: 'Gettext PO',
  extensions: ['.po', '.pot'],
  mimeTypes: ['text/x-gettext-translation', 'text/x-gettext-translation-template', 'text/x-po'],
  sniff: sniffPo,
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
  options: poSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readPo(...args)),
  emptyDocument: async (request) => (await import('./empty-po.js')).emptyPo(request),
  insert: async (request) => (await import('./insert.js')).insertPo(request),
  write: async (request) => (await import('./write.js')).writePo(request),
});
