import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { resxLocales } from './locale-path.js';
import { resxSchema, type ResxOptions } from './options.js';

/** The resource files of .NET and of Windows apps; they stream both ways. */
export const resxFormat = defineFormat<ResxOptions>({
  id: 'resx',
  title: '.NET resources',
  extensions: ['.resx', '.resw'],
  mimeTypes: ['text/microsoft-resx'],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: true,
    insert: true,
    generative: true,
    package: false,
  },
  options: resxSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readResx(...args)),
  ...resxLocales,
  emptyDocument: async () => (await import('./empty-resx.js')).emptyResx(),
  insert: async (request) => (await import('./insert.js')).insertResx(request),
  write: async (request) => (await import('./write.js')).writeResx(request),
});
