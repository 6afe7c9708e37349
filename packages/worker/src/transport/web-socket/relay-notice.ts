import { isPlainObject } from '@helve/core';
import type { OutputLine, WorkerExit } from '../transport.js';

/** The end of a worker, as reported by its machine. */
export type RelayedExit = Pick<WorkerExit, 'code' | 'signal' | 'garbage' | 'lastStderr'> & {
  /** Reason why it could not be started. */
  readonly problem?: string;
};

/** Messages of a connection beside the frames: end the worker, its exit, its output. */
export interface RelayNotices {
  readonly 'relay/terminate': { readonly graceMs: number };
  readonly 'relay/exit': RelayedExit;
  readonly 'relay/output': OutputLine;
}

type Notice = {
  readonly [Method in keyof RelayNotices]: { readonly method: Method; readonly params: RelayNotices[Method] };
}[keyof RelayNotices];

/** Serializes a notice as a JSON-RPC notification, like the frames. */
export function relayNotice<Method extends keyof RelayNotices>(method: Method, params: RelayNotices[Method]): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

const isText = (value: unknown) => typeof value === 'string';
const isOr = (value: unknown, kind: 'string' | 'number' | 'undefined') => value === null || typeof value === kind;

const shapes: { readonly [Method in keyof RelayNotices]: (params: Record<string, unknown>) => boolean } = {
  'relay/terminate': ({ graceMs }) => typeof graceMs === 'number' && graceMs >= 0,
  'relay/exit': ({ code, signal, lastStderr }) => isOr(code, 'number') && isOr(signal, 'string') && isText(lastStderr),
  'relay/output': ({ stream, text }) => (stream === 'stdout' || stream === 'stderr') && isText(text),
};

/** Reads a notice; undefined for other messages. */
export function readRelayNotice(message: unknown): Notice | undefined {
  if (!isPlainObject(message)) return undefined;
  const { method, params } = message;
  if (typeof method !== 'string' || !Object.hasOwn(shapes, method) || !isPlainObject(params)) return undefined;
  return shapes[method as keyof RelayNotices](params) ? ({ method, params } as unknown as Notice) : undefined;
}
