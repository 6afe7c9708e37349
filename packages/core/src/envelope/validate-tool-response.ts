import type { Issue } from '../contract/issue.js';
import { isPlainObject } from '../json/is-plain-object.js';
import { isErrorType } from '../errors/is-error-type.js';
import { RESPONSE_SCHEMA_VERSION } from '../contract/tool-response.js';

/** Checks an envelope against `toolResponseSchema` and lists everything that contradicts it. Never throws. */
export function validateToolResponse(response: unknown): { readonly ok: boolean; readonly issues: readonly Issue[] } {
  const issues = checkResponse(response);
  return { ok: issues.length === 0, issues };
}

function checkResponse(response: unknown): Issue[] {
  if (!isPlainObject(response)) return [issue('', 'type', 'Expected an object')];
  const { ok, intents, meta } = response;
  if (typeof ok !== 'boolean') return [issue('/ok', 'type', 'Expected true or false')];
  const own = ok ? 'data' : 'error';
  return [
    ...checkNames(response, ['ok', own, 'intents', 'meta']),
    ...(ok || response['error'] === undefined ? [] : checkError(response['error'])),
    ...(intents === undefined ? [] : checkIntents(intents)),
    ...(meta === undefined ? [] : checkMeta(meta)),
  ];
}

function checkNames(response: Record<string, unknown>, names: readonly string[]): Issue[] {
  const missing = names.filter((name) => response[name] === undefined);
  const strange = Object.keys(response).filter((name) => !names.includes(name) && response[name] !== undefined);
  return [
    ...missing.map((name) => issue(`/${name}`, 'required', `Missing "${name}"`)),
    ...strange.map((name) =>
      issue(`/${name}`, 'additionalProperties', `"${name}" contradicts "ok": ${String(response['ok'])}`),
    ),
  ];
}

function checkError(error: unknown): Issue[] {
  if (!isPlainObject(error)) return [issue('/error', 'type', 'Expected an object')];
  const { type, message, retryable, partialSideEffects, retryAfterMs, details } = error;
  const known = ['type', 'message', 'retryable', 'partialSideEffects', 'retryAfterMs', 'details'];
  const strange = Object.keys(error).filter((name) => !known.includes(name));
  return [
    ...unless(isErrorType(type), '/error/type', 'enum', 'Expected a type of the error table'),
    ...unless(typeof message === 'string' && message !== '', '/error/message', 'minLength', 'Expected a text'),
    ...unless(typeof retryable === 'boolean', '/error/retryable', 'type', 'Expected true or false'),
    ...unless(typeof partialSideEffects === 'boolean', '/error/partialSideEffects', 'type', 'Expected true or false'),
    ...unless(
      retryAfterMs === undefined || isWhole(retryAfterMs),
      '/error/retryAfterMs',
      'type',
      'Expected whole milliseconds',
    ),
    ...unless(
      retryAfterMs === undefined || retryable === true,
      '/error/retryAfterMs',
      'if',
      'Only a retryable error says when',
    ),
    ...unless(details === undefined || isPlainObject(details), '/error/details', 'type', 'Expected an object'),
    ...strange.map((name) => issue(`/error/${name}`, 'additionalProperties', `Unknown property "${name}"`)),
  ];
}

function checkIntents(intents: unknown): Issue[] {
  if (!Array.isArray(intents)) return [issue('/intents', 'type', 'Expected a list')];
  return intents.flatMap((intent: unknown, index) =>
    unless(isIntent(intent), `/intents/${index}`, 'required', 'Expected an intent with a type'),
  );
}

function checkMeta(meta: unknown): Issue[] {
  if (!isPlainObject(meta)) return [issue('/meta', 'type', 'Expected an object')];
  const { toolId, toolVersion, registryVersion, requestId, duration, responseSchemaVersion } = meta;
  const lasts = typeof duration === 'number' && Number.isFinite(duration) && duration >= 0;
  return [
    ...unless(typeof toolId === 'string', '/meta/toolId', 'type', 'Expected a text'),
    ...unless(
      toolVersion === null || typeof toolVersion === 'string',
      '/meta/toolVersion',
      'type',
      'Expected a text or null',
    ),
    ...unless(typeof registryVersion === 'string', '/meta/registryVersion', 'type', 'Expected a text'),
    ...unless(isRequestId(requestId), '/meta/requestId', 'type', 'Expected a text or a number'),
    ...unless(lasts, '/meta/duration', 'minimum', 'Expected milliseconds'),
    ...unless(
      responseSchemaVersion === RESPONSE_SCHEMA_VERSION,
      '/meta/responseSchemaVersion',
      'const',
      `Expected "${RESPONSE_SCHEMA_VERSION}"`,
    ),
  ];
}

function isIntent(intent: unknown): boolean {
  return isPlainObject(intent) && typeof intent['type'] === 'string' && intent['type'] !== '';
}

function isRequestId(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function isWhole(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function unless(holds: boolean, pointer: string, keyword: string, message: string): Issue[] {
  return holds ? [] : [issue(pointer, keyword, message)];
}

function issue(pointer: string, keyword: string, message: string): Issue {
  return { pointer, keyword, message };
}
