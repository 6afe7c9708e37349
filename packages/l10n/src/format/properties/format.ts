import { localeSuffix } from '@helve/flow/content';
import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { propertiesSchema, type PropertiesOptions } from './options.js';

/** The properties files of Java and of Mozilla. */
export const propertiesFormat = defineFormat<PropertiesOptions>({
  id: 'properties',
  title: 'Java properties',
  extensions: ['.properties'],
  mimeTypes: ['text/x-java-properties'],
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
  options: propertiesSchema,
  ...localeSuffix({ mark: '_', spell: (locale) => locale.replaceAll('-', '_') }),
  read: (...args) => readLater(async () => (await import('./read.js')).readProperties(...args)),
  emptyDocument: () => '',
  insert: async (request) => (await import('./insert.js')).insertProperties(request),
  write: async (request) => (await import('./write.js')).writeProperties(request),
});
