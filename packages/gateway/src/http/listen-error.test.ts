import { expect, test } from 'vitest';
import { toListenError } from './listen-error.js';

test.each([
  ['EADDRINUSE', 'GATEWAY_PORT_IN_USE', 'Cannot listen on 127.0.0.1, port 80: the port is in use'],
  ['EACCES', 'GATEWAY_PORT_FORBIDDEN', 'Cannot listen on 127.0.0.1, port 80: this user may not use the port'],
  ['EADDRNOTAVAIL', 'GATEWAY_HOST_UNUSABLE', 'Cannot listen on "127.0.0.1": this machine has no such address'],
  ['EMFILE', 'GATEWAY_LISTEN_FAILED', 'Cannot listen on 127.0.0.1, port 80: listen EMFILE'],
])('toListenError knows %s as %s', (errno, code, message) => {
  const cause = Object.assign(new Error(`listen ${errno}`), { code: errno });
  expect(toListenError(cause, '127.0.0.1', 80)).toMatchObject({ code, message, cause, details: { port: 80 } });
});
