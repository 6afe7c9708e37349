import { defineFormat } from '../../format/define-format.js';
import { formatSchema } from '../../format/format-option.js';
import { readLater } from '../../format/load-later.js';
import type { TmxOptions } from '../../format/tmx/options.js';
import { xmlProperties } from '../../format/xml/xml-option.js';

/** Translation memories that came back with units. */
export const memoryFormat = defineFormat<TmxOptions>({
  id: 'tmx',
  title: 'TMX',
  extensions: ['.tmx'],
  mimeTypes: ['application/x-tmx+xml'],
  kind: 'multilingual',
  caps: {
    read: true,
    write: false,
    streamRead: true,
    streamWrite: false,
    insert: false,
    generative: false,
    package: false,
  },
  options: formatSchema('tmx', 'TMX 1.4b', xmlProperties),
  read: (...args) => readLater(async () => (await import('./read-memory.js')).readMemory(...args)),
  write: () => Promise.reject(new TypeError('Cannot write: returned files are only read')),
});
