import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { messageSchema, type MessageOptions } from './options.js';

/** One message with arguments, plurals and selects: a file, or a value of another format. */
export const messageFormat = defineFormat<MessageOptions>({
  id: 'messageformat',
  title: 'ICU MessageFormat',
  extensions: ['.icu', '.msg'],
  mimeTypes: ['text/x-icu-messageformat'],
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
  options: messageSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readMessage(...args)),
  write: async (request) => (await import('./write.js')).writeMessage(request),
});
