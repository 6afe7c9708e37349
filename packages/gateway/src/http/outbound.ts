import type { UpgradedSocket } from './upgraded-socket.js';

/** One response as plain data, before it is written. The names of its headers are in lower case. */
export interface Outbound {
  readonly status: number;
  readonly headers: OutboundHeaders;
  /** A text, bytes, a stream (feeds of events are streams too), or nothing. */
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** Takes the connection over as a WebSocket; with the status 101 only. */
  readonly accept?: (socket: UpgradedSocket) => void;
}

export type OutboundHeaders = Readonly<Record<string, string>>;

const jsonHeaders: OutboundHeaders = Object.freeze({ 'content-type': 'application/json', 'cache-control': 'no-store' });

/** Creates a response of JSON that no cache keeps. */
export function toJsonOutbound(json: string, status = 200, headers?: OutboundHeaders): Outbound {
  return { status, headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, body: json };
}

/** Converts to a response of the Fetch API. */
export function toResponse({ status, headers, body }: Outbound): Response {
  return new Response(body, { status, headers });
}

/** Converts a response of the Fetch API, as libraries make them. */
export function fromResponse({ status, headers, body }: Response): Outbound {
  return { status, headers: Object.fromEntries(headers), body };
}
