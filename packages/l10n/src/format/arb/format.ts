import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { arbSchema, type ArbOptions } from './options.js';

/** Application Resource Bundles of Flutter; they stream both ways. */
export const arbFormat = defineFormat<ArbOptions>({
  id: 'arb',
  title: 'Application Resource Bundle',
  extensions: ['.arb'],
  mimeTypes: [],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: true,
    insert: false,
    generative: false,
    package: false,
  },
  options: arbSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readArb(...args)),
  write: async (request) => (await import('./write.js')).writeArb(request),
});
