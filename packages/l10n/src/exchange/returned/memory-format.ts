import { defineFormat } from '../../format/define-format.js';
import { formatSchema } from '../../format/format-option.js';
import { readLater } from '../../format/load-later.js';
import type { TmxOptions } from '../../format/tmx/options.js';
import { xmlProperties } from '../../format/xml/xml-option.js';

/** Translation memories that hold units: those that came back, and those that files are converted to and from. */
export const memoryFormat = defineFormat<TmxOptions>({
  id: 'tmx',
  title: 'TMX',
  extensions: ['.tmx'],
  mimeTypes: ['application/x-tmx+xml'],
  kind: 'multilingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: false,
    insert: false,
    generative: true,
    package: false,
  },
  options: formatSchema('tmx', 'TMX 1.4b', xmlProperties),
  read: (...args) => readLater(async () => (await import('./read-memory.js')).readMemory(...args)),
  write: async ({ parts, sink, skeleton, ctx }) => {
    if (skeleton !== undefined) throw new TypeError('Cannot write: translation memories are written anew');
    return (await import('../../format/tmx/generate-tmx.js')).generateTmx({ parts, sink, ctx });
  },
});
