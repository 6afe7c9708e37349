import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import type { Gateway } from '../create-gateway.js';

const address = 'http://127.0.0.1/mcp';

/** The protocol of today, and the last one before it. */
export const eras = ['2026-07-28', '2025-11-25'] as const;

/** The official client, talking to a door that listens nowhere. */
export async function connectMcp(
  gateway: Gateway,
  era: (typeof eras)[number],
  { headers = {}, ...options }: ClientOptions & { readonly headers?: Record<string, string> } = {},
): Promise<Client> {
  const versionNegotiation = { mode: era === '2026-07-28' ? { pin: era } : ('legacy' as const) };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation, ...options });
  const fetch = (url: string | URL, init?: RequestInit) => gateway.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { fetch, requestInit: { headers } }));
  return client;
}

/** Options of a hand-made request. */
export interface HandMade {
  readonly capabilities?: object;
  readonly headers?: Record<string, string>;
  readonly id?: number;
  readonly signal?: AbortSignal;
}

/** A request of today's protocol as bytes, for what the official client would not send. */
export function mcpRequest(method: string, params: object = {}, made: HandMade = {}): Request {
  const name: unknown = Reflect.get(params, 'name') ?? Reflect.get(params, 'taskId') ?? Reflect.get(params, 'uri');
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': made.capabilities ?? {},
  };
  const meta = Reflect.get(params, '_meta') as object | undefined;
  return rawRequest(
    JSON.stringify({
      jsonrpc: '2.0',
      id: made.id ?? 1,
      method,
      params: { ...params, _meta: { ..._meta, ...meta } },
    }),
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && /^[!-~]+$/.test(name) ? { 'mcp-name': name } : {}),
      ...made.headers,
    },
    made.signal,
  );
}

/** Any bytes at all. */
export function rawRequest(body: string, headers: Record<string, string> = {}, signal?: AbortSignal): Request {
  return new Request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A JSON-RPC response, as far as tests look at it. */
export interface RpcAnswer {
  readonly status: number;
  readonly result: Record<string, unknown> | undefined;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;
}

export async function askMcp(gateway: Gateway, request: Request): Promise<RpcAnswer> {
  const response = await gateway.fetch(request);
  const text = await response.text();
  const json = /^data: (.*)$/m.exec(text.split('\n\n').findLast((part) => part.includes('data: ')) ?? '')?.[1] ?? text;
  const { result, error } = JSON.parse(json) as Omit<RpcAnswer, 'status'>;
  return { status: response.status, result, error };
}
