import { isPlainObject } from '@helve/core';
import { checkBody } from './check-body.js';
import { findJsonMistake } from './find-json-mistake.js';
import { gatewayErrors } from '../gateway-errors.js';

/** The JSON object in the body of a request; every other body is refused, and one that is too large is not read to its end. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  assertJsonType(request.headers);
  const bytes = await readBytes(request, maxBytes);
  const value = parseJson(decode(bytes));
  if (!isPlainObject(value)) throw gatewayErrors.create('GATEWAY_BODY_NOT_OBJECT', { kind: kindOf(value) });
  checkBody(value);
  return value;
}

const jsonTypePattern = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

function assertJsonType(headers: Headers): void {
  const type = headers.get('content-type')?.trim() ?? '';
  const encoding = headers.get('content-encoding')?.trim() ?? 'identity';
  if (!jsonTypePattern.test(type)) throw typeRefused(type === '' ? 'it has no content type' : `its type is "${type}"`);
  if (encoding.toLowerCase() !== 'identity') throw typeRefused(`it is encoded as "${encoding}"`);
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
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
      throw gatewayErrors.create('GATEWAY_BODY_UNREADABLE', {}, { cause });
    });
    if (done) return;
    yield value;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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
