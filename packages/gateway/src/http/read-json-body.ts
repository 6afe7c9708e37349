import { isUtf8 } from 'node:buffer';
import { isPlainObject } from '@helve/core';
import { checkBody } from './check-body.js';
import { toRequest, type Asked } from './asked.js';
import { headerOf, incomingOf } from './header-of.js';
import { readIncoming } from './read-incoming.js';
import { findJsonMistake } from './find-json-mistake.js';
import { gatewayErrors } from '../gateway-errors.js';

/** The JSON object in the body of a request; every other body is refused, and one that is too large is not read to its end. */
export async function readJsonBody(asked: Asked, maxBytes: number): Promise<Record<string, unknown>> {
  return toJsonObject(await readBytes(asked, maxBytes));
}

/** The JSON object that such a body holds. */
export function toJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const value = toChecked(bytes);
  if (!isPlainObject(value)) throw gatewayErrors.create('GATEWAY_BODY_NOT_OBJECT', { kind: kindOf(value) });
  return value;
}

/** The JSON in the body of a request, whatever it holds, within the same limits. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  return toChecked(await readBytes(request, maxBytes));
}

function toChecked(bytes: Uint8Array): unknown {
  const value = parseJson(decode(bytes));
  if (typeof value === 'object' && value !== null) checkBody(value);
  return value;
}

/** The bytes of a body of JSON: straight from the server where there is one, else from the stream of the request. */
export function readBytes(asked: Asked, maxBytes: number): Promise<Uint8Array> {
  assertJsonType(asked);
  if (Number(headerOf(asked, 'content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const incoming = incomingOf(asked);
  return incoming === undefined
    ? readStream(toRequest(asked), maxBytes)
    : readIncoming(incoming, maxBytes, tooLarge, endedEarly);
}

const jsonTypePattern = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

function assertJsonType(asked: Asked): void {
  const type = headerOf(asked, 'content-type')?.trim() ?? '';
  const encoding = headerOf(asked, 'content-encoding')?.trim() ?? 'identity';
  // The common case.
  if (type === 'application/json' && encoding === 'identity') return;
  if (!jsonTypePattern.test(type)) throw typeRefused(type === '' ? 'it has no content type' : `its type is "${type}"`);
  if (encoding.toLowerCase() !== 'identity') throw typeRefused(`it is encoded as "${encoding}"`);
}

async function readStream(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request.body)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

/** What arrives, piece by piece; a client that stops halfway becomes a refusal. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw endedEarly(cause);
    });
    if (done) return;
    yield value;
  }
}

function endedEarly(cause?: unknown): Error {
  return gatewayErrors.create('GATEWAY_BODY_UNREADABLE', {}, { cause });
}

const byteOrderMark = '\uFEFF';

function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw notJson('it is not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (text.trim() === '') throw notJson('it is empty');
    const { line, column, expected } = findJsonMistake(text);
    const problem = `it is not JSON: expected ${expected} at line ${line}, column ${column}`;
    throw notJson(problem, { cause, details: { line, column } });
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : `a ${typeof value}`;
}

function tooLarge(maxBytes: number): Error {
  return gatewayErrors.create('GATEWAY_BODY_TOO_LARGE', { maxBytes }, { details: { maxBytes } });
}

function typeRefused(problem: string): Error {
  return gatewayErrors.create('GATEWAY_CONTENT_TYPE_REFUSED', { problem });
}

function notJson(
  problem: string,
  options: { cause?: unknown; details?: { line: number; column: number } } = {},
): Error {
  return gatewayErrors.create('GATEWAY_BODY_NOT_JSON', { problem }, options);
}
