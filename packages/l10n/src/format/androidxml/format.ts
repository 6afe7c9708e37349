import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { androidBasePath, androidLocaleOfPath, androidLocalePath } from './locale-path.js';
import { androidXmlSchema, type AndroidXmlOptions } from './options.js';

/** The string resources of Android, and of its sisters on several platforms; they stream both ways. */
export const androidXmlFormat = defineFormat<AndroidXmlOptions>({
  id: 'androidxml',
  title: 'Android string resources',
  extensions: ['.xml'],
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
  options: androidXmlSchema,
  presets: [
    { id: 'compose', title: 'Compose Multiplatform strings', options: { dialect: 'compose' } },
    { id: 'moko', title: 'moko-resources strings', options: { dialect: 'moko' } },
  ],
  read: (...args) => readLater(async () => (await import('./read.js')).readAndroidXml(...args)),
  localePath: androidLocalePath,
  localeOfPath: androidLocaleOfPath,
  basePath: androidBasePath,
  emptyDocument: () => '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n',
  insert: async (request) => (await import('./insert.js')).insertAndroidXml(request),
  write: async (request) => (await import('./write.js')).writeAndroidXml(request),
});
