import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { emptyArb } from './empty-arb.js';
import { arbLocaleOfPath, arbLocalePath } from './locale-path.js';
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
    insert: true,
    generative: true,
    package: false,
  },
  options: arbSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readArb(...args)),
  emptyDocument: emptyArb,
  insert: async (request) => (await import('./insert.js')).insertArb(request),
  write: async (request) => (await import('./write.js')).writeArb(request),
  localePath: arbLocalePath,
  localeOfPath: arbLocaleOfPath,
});
