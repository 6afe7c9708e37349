import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { docxSchema, type DocxOptions } from './options.js';

/** Documents of Word and of everything that writes such files. */
export const docxFormat = defineFormat<DocxOptions>({
  id: 'docx',
  title: 'Word document',
  extensions: ['.docx', '.docm', '.dotx'],
  mimeTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
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
  options: docxSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readDocx(...args)),
  write: async (request) => (await import('./write.js')).writeDocx(request),
});
