import { appleBasePath, appleLocaleOfPath, appleLocalePath } from '../applestrings/locale-path.js';
import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { stringsdictSchema, type StringsdictOptions } from './options.js';

/** The plural, width and device rules of Apple's platforms. */
export const stringsdictFormat = defineFormat<StringsdictOptions>({
  id: 'stringsdict',
  title: 'Apple stringsdict',
  extensions: ['.stringsdict'],
  mimeTypes: [],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: true,
    generative: true,
    package: false,
  },
  options: stringsdictSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readStringsdict(...args)),
  emptyDocument: async () => (await import('./empty-stringsdict.js')).emptyStringsdict(),
  insert: async (request) => (await import('./insert.js')).insertStringsdict(request),
  write: async (request) => (await import('./write.js')).writeStringsdict(request),
  localePath: appleLocalePath,
  localeOfPath: appleLocaleOfPath,
  basePath: appleBasePath,
});
