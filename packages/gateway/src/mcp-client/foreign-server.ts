import type { McpDefinition } from './mcp-definition.js';

/** How far a call has come. */
export interface ForeignProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface ForeignCall {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ForeignProgress) => void;
}

/** A foreign server that is spoken with, over HTTP here or as a child of a worker. */
export interface ForeignServer {
  /** False once it is gone: whoever wants to go on connects again. */
  readonly isOpen: boolean;
  tools(): Promise<readonly McpDefinition[]>;
  /** What the tool gave; rejects with a `ToolError`. */
  call(name: string, input: object, call: ForeignCall): Promise<unknown>;
  close(): Promise<void>;
}
