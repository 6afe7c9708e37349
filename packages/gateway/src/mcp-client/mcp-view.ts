import { isPlainObject, mcpUi, type JsonObject } from '@helve/core';
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { gatewayErrors } from '../gateway-errors.js';

/** Page of a server that shows what a tool returns, as MCP Apps name it. */
export interface McpView {
  readonly resourceUri?: string;
  /** Who uses the tool: the model, the page, or both. */
  readonly visibility?: readonly ('model' | 'app')[];
}

type Contents = ReadResourceResult['contents'];

const users: readonly unknown[] = ['model', 'app'];
/** Directives that a policy may have; a server says nothing else in our name. */
const policyMembers = ['csp', 'permissions', 'domain', 'prefersBorder'];
const maxBytes = 4 * 1024 * 1024;

/** Reads the page of a tool from its `_meta`; undefined where it names none. */
export function readView(meta: unknown): McpView | undefined {
  if (!isPlainObject(meta)) return undefined;
  const ui = isPlainObject(meta['ui']) ? meta['ui'] : {};
  // An older name.
  const uri = ui['resourceUri'] ?? meta['ui/resourceUri'];
  const visibility = Array.isArray(ui['visibility']) ? ui['visibility'].filter(isUser) : [];
  const view = {
    ...(typeof uri === 'string' && /^ui:\/\/./.test(uri) ? { resourceUri: uri } : {}),
    ...(visibility.length === 0 ? {} : { visibility }),
  };
  return Object.keys(view).length === 0 ? undefined : view;
}

/** The address of a page here, where several servers may have equal ones. */
export function toOwnUri(prefix: string, uri: string): string {
  return `ui://${prefix}/${uri.slice('ui://'.length)}`;
}

/** Takes the page from what a server returns: its text, and the policy by which clients confine it. */
export function toPage(server: string, uri: string, own: string, result: unknown): Contents {
  const contents = isPlainObject(result) && Array.isArray(result['contents']) ? result['contents'] : [];
  const page: unknown = contents.find((content) => isPlainObject(content) && content['uri'] === uri);
  const { text, blob, mimeType, _meta } = isPlainObject(page) ? page : {};
  const body = typeof text === 'string' ? { text } : typeof blob === 'string' ? { blob } : undefined;
  if (body === undefined || !isHtml(mimeType)) throw failed(server, uri, 'it is no page');
  if ((Object.values(body)[0] ?? '').length > maxBytes)
    throw failed(server, uri, `it is larger than ${maxBytes} bytes`);
  const policy = toPolicy(_meta);
  return [{ uri: own, mimeType: mcpUi.mimeType, ...body, ...(policy === undefined ? {} : { _meta: { ui: policy } }) }];
}

function toPolicy(meta: unknown): JsonObject | undefined {
  const ui = isPlainObject(meta) && isPlainObject(meta['ui']) ? meta['ui'] : {};
  const said = policyMembers.flatMap((name) => (ui[name] === undefined ? [] : [[name, ui[name]] as const]));
  // It came over the wire as JSON.
  return said.length === 0 ? undefined : (Object.fromEntries(said) as JsonObject);
}

function isHtml(mimeType: unknown): boolean {
  return typeof mimeType === 'string' && /^text\/html(?:;|$)/.test(mimeType);
}

function isUser(value: unknown): value is 'model' | 'app' {
  return users.includes(value);
}

function failed(server: string, uri: string, problem: string): Error {
  return gatewayErrors.create('GATEWAY_MCP_VIEW_FAILED', { server, uri, problem });
}
