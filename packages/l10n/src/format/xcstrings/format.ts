import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { emptyXcstrings } from './empty-xcstrings.js';
import { xcstringsSchema, type XcstringsOptions } from './options.js';

/** The string catalogs of Xcode, which hold all languages of an app; they stream both ways. */
export const xcstringsFormat = defineFormat<XcstringsOptions>({
  id: 'xcstrings',
  title: 'Xcode string catalog',
  extensions: ['.xcstrings'],
  mimeTypes: [],
  kind: 'multilingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: true,
    insert: true,
    generative: true,
    package: false,
  },
  options: xcstringsSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readXcstrings(...args)),
  emptyDocument: emptyXcstrings,
  insert: async (request) => (await import('./insert.js')).insertXcstrings(request),
  write: async (request) => (await import('./write.js')).writeXcstrings(request),
});
