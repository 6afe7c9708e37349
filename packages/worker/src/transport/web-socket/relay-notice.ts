import { isPlainObject } from '@helve/core';
import type { OutputLine, WorkerExit } from '../transport.js';

/** The end of a worker, as reported by its machine. */
export type RelayedExit = Pick<WorkerExit, 'code' | 'signal' | 'garbage' | 'lastStderr'> & {
  /** Reason why it could not be started. */
  readonly problem?: string;
};

/** A piece of a file that the other side named. */
export interface FileRange {
  /** Number of the request, which its answer repeats. */
  readonly ask: number;
  readonly sha256: string;
  readonly offset: number;
  readonly length: number;
}

/** Messages of a line beside the frames: the first of a connection, the worker's end and output, and content of files. */
export interface RelayNotices {
  /** First message of the machine: how much it has counted, how long it keeps the worker of a broken line, how often it pings. */
  readonly 'relay/welcome': { readonly received: number; readonly leaseMs: number; readonly pingMs: number };
  readonly 'relay/terminate': { readonly graceMs: number };
  readonly 'relay/exit': RelayedExit;
  readonly 'relay/output': OutputLine;
  readonly 'file/read': FileRange;
  /** The bytes in base64, or the reason why there are none. */
  readonly 'file/data': { readonly ask: number; readonly data?: string; readonly problem?: string };
  /** A file that has been read whole. */
  readonly 'file/done': { readonly sha256: string };
}

type Notice = {
  readonly [Method in keyof RelayNotices]: { readonly method: Method; readonly params: RelayNotices[Method] };
}[keyof RelayNotices];

/** Serializes a notice as a JSON-RPC notification, like the frames. */
export function relayNotice<Method extends keyof RelayNotices>(method: Method, params: RelayNotices[Method]): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isOr = (value: unknown, kind: 'string' | 'number' | 'undefined') => value === null || typeof value === kind;

const shapes: { readonly [Method in keyof RelayNotices]: (params: Record<string, unknown>) => boolean } = {
  'relay/welcome': ({ received, leaseMs, pingMs }) => isCount(received) && isCount(leaseMs) && isCount(pingMs),
  'relay/terminate': ({ graceMs }) => typeof graceMs === 'number' && graceMs >= 0,
  'relay/exit': ({ code, signal, lastStderr }) => isOr(code, 'number') && isOr(signal, 'string') && isText(lastStderr),
  'relay/output': ({ stream, text }) => (stream === 'stdout' || stream === 'stderr') && isText(text),
  'file/read': ({ ask, sha256, offset, length }) =>
    isCount(ask) && isText(sha256) && isCount(offset) && isCount(length),
  'file/data': ({ ask, data, problem }) => isCount(ask) && (isText(data) || isText(problem)),
  'file/done': ({ sha256 }) => isText(sha256),
};

/** Reads a notice; undefined for other messages. */
export function readRelayNotice(message: unknown): Notice | undefined {
  if (!isPlainObject(message)) return undefined;
  const { method, params } = message;
  if (typeof method !== 'string' || !Object.hasOwn(shapes, method) || !isPlainObject(params)) return undefined;
  return shapes[method as keyof RelayNotices](params) ? ({ method, params } as unknown as Notice) : undefined;
}
