import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { lightPartsOf } from './light-response.js';

/** Writes a light answer to its connection; any other is left to whoever asked. */
export function writeAnswer(answer: Response, outgoing: ServerResponse, closing: boolean): Response {
  const light = lightPartsOf(answer);
  if (light === undefined) {
    if (closing) answer.headers.set('connection', 'close');
    return answer;
  }
  const { status, headers, text } = light;
  if (closing) headers.push('connection', 'close');
  if (text === null) outgoing.writeHead(status, headers).end();
  else {
    headers.push('content-length', String(Buffer.byteLength(text)));
    outgoing.writeHead(status, headers).end(text);
  }
  return RESPONSE_ALREADY_SENT;
}
