import { isUtf8 } from 'node:buffer';
import { isPlainObject } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { checkJson } from './check-json.js';
import { findJsonError } from './find-json-error.js';
import { bodyTooLarge, readHeader, type Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';
import { isRefusal } from './problem.js';
import type { BodyKind, Route } from './route.js';

/** Reads the body that a route asks for; a refusal is thrown, or worded as the route wants it. */
export async function readBody(
  request: Inbound,
  { body: kind = 'none', refuseBody }: Route,
  maxBytes: number,
): Promise<{ readonly value: unknown } | { readonly refusal: Outbound }> {
  if (kind === 'none') return noBody;
  try {
    return { value: assertKind(await readJson(request, maxBytes), kind) };
  } catch (thrown) {
    if (refuseBody === undefined || !isRefusal(thrown)) throw thrown;
    return { refusal: refuseBody(thrown) };
  }
}

const noBody = Object.freeze({ value: undefined });

/** content type ▸ size ▸ UTF-8 ▸ JSON ▸ depth and keys. A body that is too large is not read to its end. */
async function readJson(request: Inbound, maxBytes: number): Promise<unknown> {
  assertJsonType(request);
  if (Number(readHeader(request, 'content-length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const value = parseJson(decode(await request.readBytes(maxBytes)));
  if (typeof value === 'object' && value !== null) checkJson(value);
  return value;
}

function assertKind(value: unknown, kind: BodyKind): unknown {
  if (kind === 'json') return value;
  if (!isPlainObject(value)) throw gatewayErrors.create('GATEWAY_BODY_NOT_OBJECT', { kind: valueKind(value) });
  if (kind === 'empty' && Object.keys(value).length > 0) {
    throw gatewayErrors.create('GATEWAY_BODY_NOT_EXPECTED', { expected: '{}' });
  }
  return value;
}

const jsonTypePattern = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

function assertJsonType(request: Inbound): void {
  const type = readHeader(request, 'content-type') ?? '';
  const encoding = readHeader(request, 'content-encoding') ?? 'identity';
  if (!jsonTypePattern.test(type)) throw typeRefused(type === '' ? 'it has no content type' : `its type is "${type}"`);
  if (encoding.toLowerCase() !== 'identity') throw typeRefused(`it is encoded as "${encoding}"`);
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
    const { line, column, expected } = findJsonError(text);
    const problem = `it is not JSON: expected ${expected} at line ${line}, column ${column}`;
    throw notJson(problem, { cause, details: { line, column } });
  }
}

function valueKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : `a ${typeof value}`;
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
