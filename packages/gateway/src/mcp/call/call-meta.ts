import { isPlainObject, type ToolResponse } from '@helve/core';
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { ANSWER_META_KEY, CALL_META_KEY } from '../meta-keys.js';

/** What a client of ours says of its call, as over HTTP its headers do. Who calls is told by a key, never by a note. */
export interface CallMeta {
  readonly idempotencyKey?: string;
  readonly sessionId?: string;
}

const maxLength = 256;

/** Reads it; undefined for all other clients. */
export function readCallMeta(note: unknown): CallMeta | undefined {
  return isPlainObject(note) ? { ...textIn(note, 'idempotencyKey'), ...textIn(note, 'sessionId') } : undefined;
}

/** An empty key would be one that many requests share. */
function textIn(note: Record<string, unknown>, name: keyof CallMeta): CallMeta {
  const { [name]: text } = note;
  if (text === undefined) return {};
  if (typeof text === 'string' && text !== '' && text.length <= maxLength) return { [name]: text };
  const problem = `"${name}" must be a text of 1 to ${maxLength} characters`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Cannot read "${CALL_META_KEY}": ${problem}`);
}

/** A result for a client of ours: what MCP has no words for goes along. */
export function withEnvelope(result: CallToolResult, response: ToolResponse): CallToolResult {
  const { intents, meta } = response;
  const outcome = response.ok ? unsaid(result, response.data) : { error: response.error };
  const envelope = { intents, meta, ...outcome };
  return { ...result, _meta: { ...result['_meta'], [ANSWER_META_KEY]: envelope } };
}

/** Without a schema, MCP has lists, numbers and the like as their text only. */
function unsaid({ structuredContent, _meta: meta }: CallToolResult, data: unknown): { readonly data?: unknown } {
  if (structuredContent !== undefined || meta?.['truncated'] === true) return {};
  return typeof data === 'string' || isPlainObject(data) ? {} : { data };
}
