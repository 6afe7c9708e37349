import { defineFormat } from '../define-format.js';
import { plaintextSchema, type PlaintextOptions } from './options.js';
import { readPlaintext } from './read.js';
import { writePlaintext } from './write.js';

/** Text without markup. */
export const plaintextFormat = defineFormat<PlaintextOptions>({
  id: 'plaintext',
  title: 'Plain text',
  extensions: ['.txt'],
  mimeTypes: ['text/plain'],
  kind: 'monolingual',
  caps: { read: true, write: true, streamRead: false, streamWrite: false, generative: false, package: false },
  options: plaintextSchema,
  read: readPlaintext,
  write: writePlaintext,
});
