import type { Intent } from '@helve/core';
import type { McpDefinition } from './mcp-definition.js';

/** How far a call has come. */
export interface ForeignProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What a server of one's own is told about a call. */
export interface CallerMeta {
  readonly requestId: string | number;
  readonly sessionId?: string | undefined;
  readonly user: { readonly id: string };
  readonly door?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** What such a server says beside its answer. */
export interface ResponseMeta {
  /** Its value, where that can be told from text only here. */
  readonly data?: unknown;
  readonly intents: readonly Intent[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** What is spoken with a server of one's own, for which the protocol has no words. */
export interface ForeignSideChannel {
  readonly meta: CallerMeta;
  onChunk(chunk: unknown): void;
  /** Heard before the call ends, however it does. */
  onAnswer(answer: ResponseMeta): void;
}

export interface ForeignCall {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ForeignProgress) => void;
  /** Only for a server of one's own; some ways to a server have no place for it. */
  readonly sideChannel?: ForeignSideChannel | undefined;
}

/** A foreign server that is spoken with, over HTTP here or as a child of a worker. */
export interface ForeignServer {
  /** False once it is gone: whoever wants to go on connects again. */
  readonly isOpen: boolean;
  /** How long what it said of its tools may be relied on; without end where it tells when they change. */
  readonly definitionsLastMs: number;
  tools(): Promise<readonly McpDefinition[]>;
  /** What the tool gave; rejects with a `ToolError`. */
  call(name: string, input: object, call: ForeignCall): Promise<unknown>;
  close(): Promise<void>;
}
