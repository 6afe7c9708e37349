import type { ToolContract } from '@helve/core';
import type { AdapterFailure } from '../adapter/plan-adapters.js';
import type { WireLimits } from './limits.js';
import type { CallOp, WorkerFeature } from './operation.js';

/** The protocol version of this package. */
export const PROTOCOL = 1;

/** Id of everything outside of calls: the time before `hello`, and the instance as a whole. */
export const BOOT = 'boot';
export const INSTANCE = 'instance';

/** A class in a module of the worker; without `export` the module has exactly one that fits. */
export interface ModuleExport {
  readonly module: string;
  readonly export?: string;
}

export interface AdapterSource extends ModuleExport {
  readonly name: string;
  /** The task that it should serve. */
  readonly taskName?: string;
}

export interface BootParams {
  readonly protocol: number;
  readonly session: string;
  readonly instanceId: string;
  readonly capability?: ModuleExport;
  readonly adapters: readonly AdapterSource[];
  readonly limits: WireLimits;
  readonly logLevel: string;
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface HelloParams {
  readonly protocol: number;
  readonly capability: string;
  readonly version: string;
  readonly pid: number;
  readonly runtime?: string;
  readonly features: readonly WorkerFeature[];
  readonly actions: readonly string[];
  readonly adapters?: Readonly<Record<string, readonly string[]>>;
  readonly adapterFailures?: readonly AdapterFailure[];
  readonly schemaHash?: string;
  readonly surfaceHash?: { readonly own: string; readonly base: string };
}

/** Metadata of one call. */
export interface WireEnvelope {
  readonly callId: string;
  readonly attempt: number;
  readonly control?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface Credit {
  readonly chunks: number;
  readonly bytes: number;
}

export interface CallParams {
  readonly op: CallOp;
  readonly args?: readonly unknown[];
  readonly named?: Readonly<Record<string, unknown>>;
  readonly action?: string;
  readonly task?: string;
  readonly method?: string;
  readonly envelope: WireEnvelope;
  readonly deadlineMs?: number;
  readonly slot: number;
  readonly epoch: number;
  readonly credit?: Credit;
}

export interface ProgressParams {
  readonly id: string;
  readonly seq: number;
  /** Number of the heartbeat between two reports. */
  readonly tick?: number;
  readonly progress: number;
  readonly message: string;
  readonly phase?: string;
}

export interface UsageParams {
  readonly id: string;
  readonly seq: number;
  readonly delta: Readonly<Record<string, number>>;
}

export interface AccountParams {
  readonly id: string;
  readonly seq: number;
  readonly type: string;
  readonly payload: unknown;
}

export interface LogParams {
  readonly id?: string;
  readonly level: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly time: number;
}

export interface ChunkParams {
  readonly id: string;
  readonly seq: number;
  readonly value: unknown;
  readonly bytes: number;
}

export interface AckParams {
  readonly id: string;
  readonly seq: number;
}

export interface CancelParams {
  readonly id: string;
  readonly slot: number;
  readonly epoch: number;
  readonly reason: string;
}

/** A request to call another tool; one that only the worker has is lent to the host. */
export interface NestedRequest {
  readonly tool: string;
  readonly input?: unknown;
  readonly lent?: { readonly key: string; readonly contract: ToolContract };
}

export interface InvokeParams extends NestedRequest {
  readonly id: string;
  readonly seq: number;
}

/** Outcome of such a call: a value, or the thrown error. */
export interface InvokedParams {
  readonly id: string;
  readonly seq: number;
  readonly value?: unknown;
  readonly thrown?: unknown;
}

export interface HeartbeatParams {
  readonly from: 'main' | 'control';
  readonly uptimeMs: number;
  readonly loopLagMs: number;
  readonly rssBytes: number;
  readonly inFlight: number;
}

export interface ShutdownParams {
  readonly graceMs: number;
  readonly reason: string;
}

/** A successful response; `usage` is the total. */
export interface CallResult {
  readonly value?: unknown;
  readonly chunks?: number;
  readonly usage?: Readonly<Record<string, number>>;
  readonly durationMs?: number;
}

/** Fields of an error on the wire; only `code` is required. */
export interface WireErrorData {
  readonly code: string;
  readonly [field: string]: unknown;
}

export interface FrameParams {
  readonly boot: BootParams;
  readonly hello: HelloParams;
  readonly call: CallParams;
  readonly progress: ProgressParams;
  readonly usage: UsageParams;
  readonly account: AccountParams;
  readonly log: LogParams;
  readonly chunk: ChunkParams;
  readonly ack: AckParams;
  readonly cancel: CancelParams;
  readonly invoke: InvokeParams;
  readonly invoked: InvokedParams;
  readonly heartbeat: HeartbeatParams;
  readonly shutdown: ShutdownParams;
}

type Notification<Method extends Exclude<keyof FrameParams, 'call'>> = {
  readonly [Name in Method]: { readonly jsonrpc: '2.0'; readonly method: Name; readonly params: FrameParams[Name] };
}[Method];

export interface CallFrame {
  readonly jsonrpc: '2.0';
  readonly id: string;
  readonly method: 'call';
  readonly params: CallParams;
}

export interface ResultFrame {
  readonly jsonrpc: '2.0';
  readonly id: string;
  readonly result: CallResult;
}

export interface ErrorFrame {
  readonly jsonrpc: '2.0';
  readonly id: string;
  readonly error: { readonly code: number; readonly message: string; readonly data?: WireErrorData };
}

export type HostNotification = Notification<'boot' | 'ack' | 'cancel' | 'invoked' | 'shutdown'>;
export type WorkerNotification = Notification<
  'hello' | 'progress' | 'usage' | 'account' | 'log' | 'chunk' | 'invoke' | 'heartbeat'
>;
/** Frames sent by the host. */
export type HostFrame = HostNotification | CallFrame;
/** Frames sent by the worker. */
export type WorkerFrame = WorkerNotification | ResultFrame | ErrorFrame;
export type Frame = HostFrame | WorkerFrame;
/** The main channel, or the control channel that is read while the worker's main thread is busy. */
export type Channel = 'main' | 'control';

export function hostFrame<Method extends HostNotification['method']>(
  method: Method,
  params: FrameParams[Method],
): HostNotification {
  return { jsonrpc: '2.0', method, params } as HostNotification;
}

export function workerFrame<Method extends WorkerNotification['method']>(
  method: Method,
  params: FrameParams[Method],
): WorkerNotification {
  return { jsonrpc: '2.0', method, params } as WorkerNotification;
}
