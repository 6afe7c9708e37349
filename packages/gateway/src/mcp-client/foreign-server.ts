import type { Intent } from '@helve/core';
import type { McpDefinition } from './mcp-definition.js';

/** Progress of a call. */
export interface ForeignProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Facts about a call that a trusted server gets. */
export interface CallerMeta {
  readonly requestId: string | number;
  readonly sessionId?: string | undefined;
  readonly user: { readonly id: string };
  readonly door?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** Facts that a trusted server returns beside its result. */
export interface ResponseMeta {
  /** Its value, where that can be told from text only here. */
  readonly data?: unknown;
  readonly intents: readonly Intent[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Exchange with a trusted server of what MCP has no fields for. */
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
  /** Time for which its definitions stay valid; infinite when it reports changes. */
  readonly definitionsLastMs: number;
  tools(): Promise<readonly McpDefinition[]>;
  /** Returns the output of the tool; rejects with a `ToolError`. */
  call(name: string, input: object, call: ForeignCall): Promise<unknown>;
  /** Reads a resource, as the server returns it; absent where there is no way to it. */
  read?(uri: string, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}
