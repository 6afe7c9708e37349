import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { plaintextSchema, type PlaintextOptions } from './options.js';

/** Text without markup. */
export const plaintextFormat = defineFormat<PlaintextOptions>({
  id: 'plaintext',
  title: 'Plain text',
  extensions: ['.txt'],
  mimeTypes: ['text/plain'],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: false,
    generative: false,
    package: false,
  },
  options: plaintextSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readPlaintext(...args)),
  write: async (request) => (await import('./write.js')).writePlaintext(request),
});
