import { isPlainObject } from '@helve/core';
import { checkBody } from './check-body.js';
import { headerOf, incomingOf } from './header-of.js';
import { readIncoming } from './read-incoming.js';
import { findJsonMistake } from './find-json-mistake.js';
import { gatewayErrors } from '../gateway-errors.js';

/** The JSON object in the body of a request; every other body is refused, and one that is too large is not read to its end. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const value = toChecked(await bytesOf(request, maxBytes));
  if (!isPlainObject(value)) throw gatewayErrors.create('GATEWAY_BODY_NOT_OBJECT', { kind: kindOf(value) });
  return value;
}

/** The JSON in the body of a request, whatever it holds, within the same limits. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  return toChecked(await bytesOf(request, maxBytes));
}

function toChecked(bytes: Uint8Array): unknown {
  const value = parseJson(decode(bytes));
  if (typeof value === 'object' && value !== null) checkBody(value);
  return value;
}

/** Straight from the server where there is one, else from the stream of the request. */
function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array> {
  assertJsonType(request);
  if (Number(headerOf(request, 'content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const incoming = incomingOf(request);
  return incoming === undefined
    ? readStream(request, maxBytes)
    : readIncoming(incoming, maxBytes, tooLarge, endedEarly);
}

const jsonTypePattern = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

function assertJsonType(request: Request): void {
  const type = headerOf(request, 'content-type')?.trim() ?? '';
  const encoding = headerOf(request, 'content-encoding')?.trim() ?? 'identity';
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

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw notJson('it is not UTF-8', { cause });
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') throw notJson('it is empty');
  try {
    return JSON.parse(text);
  } catch (cause) {
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
