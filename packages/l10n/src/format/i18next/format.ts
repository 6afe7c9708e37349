import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { i18nextSchema, type I18nextOptions } from './options.js';
import { sniffI18next } from './sniff.js';

/** The JSON files of i18next, whose keys carry number and context. */
export const i18nextFormat = defineFormat<I18nextOptions>({
  id: 'i18next',
  title: 'i18next JSON',
  extensions: ['.json'],
  mimeTypes: [],
  sniff: sniffI18next,
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: true,
    generative: false,
    package: false,
  },
  options: i18nextSchema,
  presets: [
    { id: 'v4', title: 'i18next 21 and later: plural forms by category', options: { version: 4 } },
    { id: 'v3', title: 'i18next 3 to 20: plural forms by number', options: { version: 3 } },
  ],
  read: (...args) => readLater(async () => (await import('./read.js')).readI18next(...args)),
  insert: async (request) => (await import('./insert.js')).insertI18next(request),
  write: async (request) => (await import('./write.js')).writeI18next(request),
});
