import type { AskAnswer } from './ask.js';
import type { Intent } from './intent.js';
import type { HistoryEntry, Outcome, TraceEvent } from './outcome.js';
import type { ToolPolicy } from './policy.js';
import type { SchemaOutput, ToolSchema } from './schema.js';
import type { BindScope, Provided, ProviderPairs, Token } from './token.js';
import type { ToolRecord, ToolResult } from './tool.js';
import type { ToolResponse } from './tool-response.js';

/** The caller. Open to declaration merging, so that an application can add its own fields. */
export interface ToolUser {
  readonly id: string;
  readonly roles?: readonly string[];
  readonly scopes?: readonly string[];
  readonly tenant?: string;
  /** The authority that vouches for the id: two issuers may use the same one. */
  readonly issuer?: string;
  /** `trusted`: what their MCP client says when it is asked something is a person's word. Only a host can say so. */
  readonly elicitation?: 'trusted';
}

/** By which way a call came. */
export interface CallOrigin {
  readonly door?: string;
  readonly mode?: string;
  readonly turnId?: string;
  readonly traceparent?: string;
  /** A program that a model wrote makes the call, not the model itself. */
  readonly byProgram?: true;
  /** The steps by which a model's text became these arguments. */
  readonly provenance?: unknown;
}

/**
 * Doors through which somebody other than the application asks: what only the application may have, such as the secret
 * that approves a call, is not given out there.
 */
export const publicDoors: ReadonlySet<string | undefined> = new Set(['http', 'mcp', 'chat']);

/** Options of a call within a call; everything else comes from the call around it. */
export interface NestedCallOptions {
  /** Ends this call alone; the signal of the call around it ends it too. */
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The life of one call, as its hooks and its tool see it. */
export interface ToolInvokeContext {
  readonly tool: ToolRecord;
  readonly toolId: string;
  readonly toolName: string;
  readonly toolVersion: string;
  readonly registryVersion: string;
  readonly policy: ToolPolicy;
  readonly requestId: string | number;
  readonly sessionId: string | undefined;
  readonly user: ToolUser;
  readonly call: CallOrigin;
  /** Of the call that made this one, if a tool did. */
  readonly parent: ToolInvokeContext | undefined;
  readonly depth: number;
  readonly idempotencyKey: string | undefined;
  /** There during `willCheckConsent` only. */
  readonly confirmationToken: string | undefined;

  /** The input as it was sent; it never changes. */
  readonly rawInput: unknown;
  input: unknown;
  output: unknown;
  /** The input as `willRedactInput` left it: what cache keys, trail and telemetry use. */
  readonly safeInput: unknown;
  readonly inputHistory: readonly unknown[];
  readonly outputHistory: readonly unknown[];
  readonly inputEntries: readonly HistoryEntry[];
  readonly outputEntries: readonly HistoryEntry[];
  /** A place for notes of this call's hooks. */
  readonly data: Map<unknown, unknown>;

  error: unknown;
  readonly lastError: unknown;
  readonly outcome: Outcome;
  readonly attempt: number;
  /** The wait before the next attempt; a retry policy sets it, `onRetry` reads it. */
  retryDelayMs: number | undefined;
  readonly executeBegan: boolean;
  readonly startedAt: number;
  readonly finishedAt: number | undefined;
  readonly durationMs: number | undefined;
  /** When the call has to be over, by the clock of the engine. */
  readonly deadlineAt: number | undefined;
  readonly intents: readonly Intent[];
  /** The events so far; empty unless somebody traces the call or a hook `keepsTrace`. */
  readonly trace: readonly TraceEvent[];

  /** Fires when the caller hangs up, the time is over or the attempt is called off: stop the work and clean up. */
  readonly signal: AbortSignal;
  /**
   * Calls back when `signal` fires, at once if it has; returns how to stop that. For work that needs no signal of its
   * own, since to make one costs more than a call.
   */
  onCancel(listener: () => void): () => void;
  /** Fires the signal of the present attempt; a later attempt has a new one. */
  cancelAttempt(reason?: unknown): void;
  /** Milliseconds by the clock of the engine. */
  now(): number;

  get<const K extends Token>(token: K): Provided<K>;
  tryGet<const K extends Token>(token: K): Provided<K> | undefined;
  bindProvider<const K extends Token>(token: K, instance: Provided<K>, scope?: BindScope): void;
  bindProviders<const K extends readonly Token[]>(pairs: ProviderPairs<K>, scope?: BindScope): void;

  /** Answers now with this value, and skips what is left before the post stages. */
  respond(value: unknown): never;
  /** Refuses the call. */
  abort(reason: string, code?: string, httpStatus?: number, details?: Record<string, unknown>): never;
  /** Refuses the call for now. */
  retryAfter(ms: number, reason?: string): never;
  /** Says that the answer came from a store, so that `didCacheHit` runs. */
  markCacheHit(): void;
  /** Says that no more attempts will be made, so that `onGiveUp` runs even after one. */
  giveUp(): void;
  /** Asks the application to do something once the call is over; a tool never changes session state itself. */
  addIntent(intent: Intent): void;
  /** Adds a fact to `meta` of the answer. */
  setMeta(key: string, value: unknown): void;
  /** A value that must appear in no output, error, trail or log of this call. */
  addSecret(value: string): void;
  readonly secrets: readonly string[];
  progress(done: number, total?: number, message?: string): void;
  /** True when somebody takes the chunks of a streamed output as they come; otherwise all of it may be returned at once. */
  readonly takesChunks: boolean;
  /** Tells the person something while the call runs: a live conversation speaks it, others show it. */
  say(text: string): void;
  /**
   * Asks the person at the door of the call, in a form by the schema. Without an answer in the time of the call, or where
   * nobody can be asked, the answer says so. Over MCP the tool runs again with the answers: ask before acting.
   */
  ask<const Schema extends ToolSchema>(schema: Schema, message?: string): Promise<AskAnswer<SchemaOutput<Schema>>>;
  /** Milliseconds in which people were asked: limits of the tool's own time leave them out. */
  readonly askedMs: number;
  /** Calls another tool within this call; gives its output, or throws what ended it. */
  invoke<In extends ToolSchema, Out extends ToolSchema | undefined>(
    tool: ToolRecord<In, Out>,
    input: unknown,
  ): Promise<ToolResult<Out>>;
  invoke(tool: ToolRecord | string, input: unknown): Promise<unknown>;
  /** Calls another tool within this call and answers with its envelope: to `invoke` what `callTool` is to `invokeTool`. */
  callTool<In extends ToolSchema, Out extends ToolSchema | undefined>(
    tool: ToolRecord<In, Out>,
    input: unknown,
    options?: NestedCallOptions,
  ): Promise<ToolResponse<ToolResult<Out>>>;
  callTool(tool: ToolRecord | string, input: unknown, options?: NestedCallOptions): Promise<ToolResponse>;
}
