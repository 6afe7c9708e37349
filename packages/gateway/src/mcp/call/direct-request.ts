import { isPlainObject } from '@helve/core';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  TRACEPARENT_META_KEY,
  type ClientCapabilities,
} from '@modelcontextprotocol/server';
import type { Inbound } from '../../http/inbound.js';
import { APPROVAL_META_KEY, CALL_META_KEY } from '../meta-keys.js';

const version = '2026-07-28';

/** A list or a plain call: a request with one response and nothing else. */
export interface DirectRequest {
  readonly id: string | number;
  readonly capabilities: ClientCapabilities;
  readonly traceparent: unknown;
  /** Facts from a Helve client, unchecked. */
  readonly callMeta: unknown;
  readonly approval: unknown;
  readonly call:
    | { readonly method: 'tools/list'; readonly cursor: string | undefined }
    | { readonly method: 'tools/call'; readonly name: string; readonly arguments: Record<string, unknown> };
}

const messageKeys: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
/** Known keys of the parameters; the SDK judges requests with others: answers, states, tasks. */
const paramKeys = {
  'tools/list': new Set(['_meta', 'cursor']),
  'tools/call': new Set(['_meta', 'name', 'arguments']),
};

/**
 * Reads a request that leaves no doubt: a list or a call of today's protocol whose headers match its body, without
 * progress, log or questions. Undefined for every other, which the SDK reads.
 */
export function readDirectRequest(
  headers: Inbound['headers'] | undefined,
  message: unknown,
): DirectRequest | undefined {
  if (!isPlainObject(message) || !hasOnly(message, messageKeys) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params } = message;
  if ((typeof id !== 'string' && !Number.isSafeInteger(id)) || !isPlainObject(params)) return undefined;
  if (headers !== undefined && !agree(headers, method, params['name'])) return undefined;
  const call = readCall(method, params);
  const meta = call === undefined ? undefined : readMeta(params['_meta']);
  return call && meta && { id: id as string | number, call, ...meta };
}

/** True when the headers of an HTTP request repeat what its body says. */
function agree(headers: Inbound['headers'], method: unknown, name: unknown): boolean {
  if (headers['mcp-protocol-version'] !== version || headers['mcp-method'] !== method) return false;
  return method !== 'tools/call' || headers['mcp-name'] === name;
}

function readCall(method: unknown, params: Record<string, unknown>): DirectRequest['call'] | undefined {
  if (method === 'tools/list') {
    const { cursor } = params;
    const isList = hasOnly(params, paramKeys[method]) && (cursor === undefined || typeof cursor === 'string');
    return isList ? { method, cursor } : undefined;
  }
  if (method !== 'tools/call') return undefined;
  const { name, arguments: values = {} } = params;
  if (typeof name !== 'string' || !isPlainObject(values)) return undefined;
  return hasOnly(params, paramKeys[method]) ? { method, name, arguments: values } : undefined;
}

function readMeta(
  meta: unknown,
): Pick<DirectRequest, 'capabilities' | 'traceparent' | 'callMeta' | 'approval'> | undefined {
  if (!isPlainObject(meta) || meta[PROTOCOL_VERSION_META_KEY] !== version) return undefined;
  if (meta['progressToken'] !== undefined || meta[LOG_LEVEL_META_KEY] !== undefined) return undefined;
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities, [CLIENT_INFO_META_KEY]: info } = meta;
  const isKnown = isPlainObject(capabilities) && Object.values(capabilities).every(isPlainObject);
  if (!isKnown || Object.hasOwn(capabilities, 'extensions') || !isInfo(info)) return undefined;
  return {
    capabilities,
    traceparent: meta[TRACEPARENT_META_KEY],
    callMeta: meta[CALL_META_KEY],
    approval: meta[APPROVAL_META_KEY],
  };
}

function isInfo(info: unknown): boolean {
  return info === undefined || (isPlainObject(info) && hasOnly(info, infoKeys) && Object.values(info).every(isText));
}

const infoKeys: ReadonlySet<string> = new Set(['name', 'version', 'title']);
const isText = (value: unknown) => typeof value === 'string';

function hasOnly(value: Record<string, unknown>, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}
