import { isPlainObject, type ToolResponse } from '@helve/core';
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { ANSWER_META_KEY, CALL_META_KEY } from '../meta-keys.js';

/** Facts about a call from a Helve client, as headers carry them over HTTP. They never tell who calls: a key does. */
export interface CallMeta {
  readonly idempotencyKey?: string;
  readonly sessionId?: string;
}

const maxLength = 256;

/** Reads the facts of a Helve client; undefined for all other clients. */
export function readCallMeta(note: unknown): CallMeta | undefined {
  return isPlainObject(note) ? { ...textIn(note, 'idempotencyKey'), ...textIn(note, 'sessionId') } : undefined;
}

/** Reads one text; an empty one is refused, since many requests would share it. */
function textIn(note: Record<string, unknown>, name: keyof CallMeta): CallMeta {
  const { [name]: text } = note;
  if (text === undefined) return {};
  if (typeof text === 'string' && text !== '' && text.length <= maxLength) return { [name]: text };
  const problem = `"${name}" must be a text of 1 to ${maxLength} characters`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Cannot read "${CALL_META_KEY}": ${problem}`);
}

/** Adds to a result what MCP has no fields for, for a Helve client. */
export function withEnvelope(result: CallToolResult, response: ToolResponse): CallToolResult {
  const { intents, meta } = response;
  const outcome = response.ok ? unsaid(result, response.data) : { error: response.error };
  const envelope = { intents, meta, ...outcome };
  return { ...result, _meta: { ...result['_meta'], [ANSWER_META_KEY]: envelope } };
}

/** Returns data that the result contains only as text: lists, numbers and the like without a schema. */
function unsaid({ structuredContent, _meta: meta }: CallToolResult, data: unknown): { readonly data?: unknown } {
  if (structuredContent !== undefined || meta?.['truncated'] === true) return {};
  return typeof data === 'string' || isPlainObject(data) ? {} : { data };
}
