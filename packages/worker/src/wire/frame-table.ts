import { isPlainObject } from '@helve/core';
import type { Channel, Frame, FrameParams, HostFrame, WorkerFrame } from './frame.js';

type Kind = 'string' | 'number' | 'object' | 'array' | 'texts' | 'listsOfTexts';

/** One frame: its sender, its channels, and its required fields. */
export interface FrameRow {
  readonly from: 'host' | 'worker';
  readonly channels: readonly Channel[];
  readonly fields: Readonly<Record<string, Kind>>;
  /** Fields that may be absent, and nothing else than this. */
  readonly optional?: Readonly<Record<string, Kind>>;
}

/** Every frame with a method; the two others are the responses to `call`. */
export const frameTable: Readonly<Record<keyof FrameParams, FrameRow>> = Object.freeze({
  boot: {
    from: 'host',
    channels: ['main'],
    fields: { protocol: 'number', session: 'string', instanceId: 'string', adapters: 'array', limits: 'object' },
  },
  hello: {
    from: 'worker',
    channels: ['main'],
    fields: { protocol: 'number', capability: 'string', version: 'string', features: 'texts', actions: 'texts' },
    optional: {
      pid: 'number',
      runtime: 'string',
      adapters: 'listsOfTexts',
      adapterFailures: 'array',
      schemaHash: 'string',
    },
  },
  call: { from: 'host', channels: ['main'], fields: { op: 'string' } },
  progress: {
    from: 'worker',
    channels: ['main', 'control'],
    fields: { id: 'string', seq: 'number', progress: 'number', message: 'string' },
  },
  usage: { from: 'worker', channels: ['main'], fields: { id: 'string', seq: 'number', delta: 'object' } },
  account: { from: 'worker', channels: ['main'], fields: { id: 'string', seq: 'number', type: 'string' } },
  log: { from: 'worker', channels: ['main'], fields: { level: 'string', message: 'string' } },
  chunk: { from: 'worker', channels: ['main'], fields: { id: 'string', seq: 'number' } },
  ack: { from: 'host', channels: ['main'], fields: { id: 'string', seq: 'number' } },
  cancel: { from: 'host', channels: ['main', 'control'], fields: { id: 'string' } },
  invoke: { from: 'worker', channels: ['main'], fields: { id: 'string', seq: 'number', tool: 'string' } },
  invoked: { from: 'host', channels: ['main'], fields: { id: 'string', seq: 'number' } },
  heartbeat: { from: 'worker', channels: ['main', 'control'], fields: { from: 'string' } },
  shutdown: { from: 'host', channels: ['main'], fields: {} },
});

/** Result of reading a message: a frame, an unknown one to ignore, or garbage. */
export type ReadFrame<F extends Frame> =
  | { readonly kind: 'frame'; readonly frame: F }
  | { readonly kind: 'unknown'; readonly method: string; readonly id?: string }
  | { readonly kind: 'garbage'; readonly problem: string };

/** Reads a message from the host. */
export function readHostFrame(value: unknown): ReadFrame<HostFrame> {
  return readFrame(value, 'host') as ReadFrame<HostFrame>;
}

/** Reads a message from the worker. */
export function readWorkerFrame(value: unknown): ReadFrame<WorkerFrame> {
  return readFrame(value, 'worker') as ReadFrame<WorkerFrame>;
}

function readFrame(value: unknown, from: 'host' | 'worker'): ReadFrame<Frame> {
  if (!isPlainObject(value) || value['jsonrpc'] !== '2.0') return garbage('it is not a JSON-RPC 2.0 message');
  const { method, id } = value;
  if (method === undefined && from === 'worker') return readResponse(value);
  if (typeof method !== 'string') return garbage('it has no method');
  const row = Object.hasOwn(frameTable, method) ? frameTable[method as keyof FrameParams] : undefined;
  if (row?.from !== from) return { kind: 'unknown', method, ...(typeof id === 'string' && { id }) };
  if (method === 'call' && typeof id !== 'string') return garbage('a call has no id');
  const { params } = value;
  if (!isPlainObject(params)) return garbage(`"${method}" has no params`);
  for (const field in row.fields) {
    if (!fits(params[field], row.fields[field])) return garbage(`"${method}" has a wrong or no "${field}"`);
  }
  for (const field in row.optional) {
    const told = params[field];
    if (told !== undefined && !fits(told, row.optional[field])) return garbage(`"${method}" has a wrong "${field}"`);
  }
  return { kind: 'frame', frame: value as unknown as Frame };
}

function readResponse(value: Record<string, unknown>): ReadFrame<Frame> {
  if (typeof value['id'] !== 'string') return garbage('a response has no id');
  if (isPlainObject(value['result']) || isPlainObject(value['error'])) {
    return { kind: 'frame', frame: value as unknown as Frame };
  }
  return garbage('a response has neither result nor error');
}

function fits(value: unknown, kind: Kind | undefined): boolean {
  if (kind === 'object') return isPlainObject(value);
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'texts') return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (kind === 'listsOfTexts') return isPlainObject(value) && Object.values(value).every((one) => fits(one, 'texts'));
  return typeof value === kind;
}

function garbage(problem: string): { readonly kind: 'garbage'; readonly problem: string } {
  return { kind: 'garbage', problem };
}
