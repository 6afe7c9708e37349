import { defineFormat } from '../define-format.js';
import { poSchema, type PoOptions } from './options.js';
import { readPo } from './read.js';
import { sniffPo } from './sniff.js';
import { writePo } from './write.js';

/** The catalogs of gettext; they stream both ways. */
export const poFormat = defineFormat<PoOptions>({
  id: 'po',
  title: 'Gettext PO',
  extensions: ['.po', '.pot'],
  mimeTypes: ['text/x-gettext-translation', 'text/x-gettext-translation-template', 'text/x-po'],
  sniff: sniffPo,
  kind: 'bilingual',
  caps: { read: true, write: true, streamRead: true, streamWrite: true, generative: false, package: false },
  options: poSchema,
  read: readPo,
  write: writePo,
});
