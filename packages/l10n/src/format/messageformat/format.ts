import { defineFormat } from '../define-format.js';
import { messageSchema, type MessageOptions } from './options.js';
import { readMessage } from './read.js';
import { writeMessage } from './write.js';

/** One message with arguments, plurals and selects: a file, or a value of another format. */
export const messageFormat = defineFormat<MessageOptions>({
  id: 'messageformat',
  title: 'ICU MessageFormat',
  extensions: ['.icu', '.msg'],
  mimeTypes: ['text/x-icu-messageformat'],
  kind: 'monolingual',
  caps: { read: true, write: true, streamRead: false, streamWrite: false, generative: false, package: false },
  options: messageSchema,
  read: readMessage,
  write: writeMessage,
});
