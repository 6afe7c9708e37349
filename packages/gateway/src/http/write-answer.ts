import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { lightPartsOf, type LightParts } from './light-response.js';

/** Writes a light answer to its connection; any other is left to whoever asked. */
export function writeAnswer(answer: Response, outgoing: ServerResponse, closing: boolean): Response {
  const light = lightPartsOf(answer);
  if (light === undefined) {
    if (closing) answer.headers.set('connection', 'close');
    return answer;
  }
  writeParts(light, outgoing, closing);
  return RESPONSE_ALREADY_SENT;
}

/** Writes an answer in parts. */
export function writeParts({ status, headers, text }: LightParts, outgoing: ServerResponse, closing: boolean): void {
  if (closing) headers.push('connection', 'close');
  if (text === null) {
    outgoing.writeHead(status, headers).end();
    return;
  }
  const bytes = Buffer.byteLength(text);
  headers.push('content-length', String(bytes));
  // Plain letters have the same bytes either way, and these are written in half the time.
  outgoing.writeHead(status, headers).end(text, bytes === text.length ? 'latin1' : 'utf8');
}
