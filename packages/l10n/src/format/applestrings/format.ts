import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { appleBasePath, appleLocaleOfPath, appleLocalePath } from './locale-path.js';
import { appleStringsSchema, type AppleStringsOptions } from './options.js';

/** The strings files of Apple's platforms; they stream both ways. */
export const appleStringsFormat = defineFormat<AppleStringsOptions>({
  id: 'applestrings',
  title: 'Apple strings',
  extensions: ['.strings'],
  mimeTypes: [],
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
  options: appleStringsSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readAppleStrings(...args)),
  emptyDocument: () => '',
  insert: async (request) => (await import('./insert.js')).insertAppleStrings(request),
  write: async (request) => (await import('./write.js')).writeAppleStrings(request),
  localePath: appleLocalePath,
  localeOfPath: appleLocaleOfPath,
  basePath: appleBasePath,
});
