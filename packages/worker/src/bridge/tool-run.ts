import {
  addedMeta,
  callTool,
  isToolReply,
  ToolError,
  type CallOrigin,
  type Intent,
  type Progress,
  type ProviderRegistry,
  type ToolErrorBody,
  type ToolInvokeContext,
  type ToolRecord,
  type ToolResponse,
  type ToolUser,
} from '@helve/core';
import { UnbufferedChannel } from './unbuffered-channel.js';

/** Calls another tool within a call, wherever it runs. */
type NestedInvoke = (tool: ToolRecord | string, input: unknown) => Promise<unknown>;

/** The part of a call's context that is sent to the worker. */
export interface WireContext {
  readonly requestId: string | number;
  readonly sessionId?: string;
  readonly user: ToolUser;
  readonly call?: CallOrigin;
  readonly idempotencyKey?: string;
}

/** The outcome of a tool body, with everything it reported besides. */
export interface ToolEnd {
  readonly value?: unknown;
  readonly error?: Error;
  readonly intents: readonly Intent[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
}

/** One message of a body to the host: chunks if it streams, then one end. */
export type ToolPart = { readonly chunk: unknown } | { readonly end: ToolEnd };

export interface ToolRunOptions {
  readonly tool: ToolRecord;
  readonly input: unknown;
  readonly context: WireContext;
  /** Validates against the schemas here; the host has already done so for tools that it knows. */
  readonly checks: boolean;
  readonly registry: ProviderRegistry | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
  /** Asks the host to call another tool. */
  readonly invoke: NestedInvoke;
}

/** Runs the body of a tool without its rules and asks the host for nested calls: both belong to the host. */
export async function* runToolBody(options: ToolRunOptions): AsyncGenerator<ToolPart> {
  const parts = new UnbufferedChannel<ToolPart>();
  const { tool, input, context, checks, registry, signal, onProgress, invoke } = options;
  const body = new WatchedBody(tool, invoke);
  const call = callTool({
    ...context,
    tool: withoutRules(tool),
    rawInput: input,
    schemaMode: checks ? 'engine' : 'hooks',
    execute: body,
    // The host knows which of them its application accepts.
    intents: 'any',
    onProgress,
    onChunk: (chunk) => parts.put({ chunk }),
    ...(registry && { registry }),
    ...(signal && { signal }),
  });
  void call.then((response) => parts.put({ end: body.end(response) })).finally(() => parts.close());
  try {
    yield* parts;
  } finally {
    parts.close();
  }
  // A failed tool is a failed call, also for counters.
  if (body.failure !== undefined) throw body.failure;
}

/** Observes a body while it runs: its error, its secrets, and the return value of its stream. */
class WatchedBody {
  readonly #tool: ToolRecord;
  readonly #invoke: NestedInvoke;
  #ctx: ToolInvokeContext | undefined;
  #thrown: unknown;
  #streamed = false;
  #returned: unknown;
  failure: Error | undefined;

  constructor(tool: ToolRecord, invoke: NestedInvoke) {
    this.#tool = tool;
    this.#invoke = invoke;
  }

  async execute(_tool: ToolRecord, input: unknown, ctx: ToolInvokeContext): Promise<unknown> {
    this.#ctx = ctx;
    ctx.invoke = this.#invoke;
    try {
      const answer: unknown = await this.#tool.execute(input, ctx);
      if (isToolReply(answer)) this.#thrown = answer.error;
      return isStream(answer) ? this.#watch(answer) : answer;
    } catch (thrown) {
      this.#thrown = thrown;
      throw thrown;
    }
  }

  end(response: ToolResponse): ToolEnd {
    const { intents } = response;
    const facts = { intents, meta: addedMeta(response.meta), secrets: this.#ctx?.secrets ?? [] };
    if (response.ok) return { ...facts, value: this.#streamed ? this.#lastWord(response.data) : response.data };
    this.failure = this.#thrown instanceof Error ? this.#thrown : toError(response.error);
    return { ...facts, error: this.failure };
  }

  async *#watch(stream: AsyncIterable<unknown>): AsyncGenerator {
    this.#streamed = true;
    try {
      this.#returned = yield* stream;
      return this.#returned;
    } catch (thrown) {
      this.#thrown = thrown;
      throw thrown;
    }
  }

  /** Returns the final value; the chunks have already reached the host. */
  #lastWord(data: unknown): unknown {
    return isToolReply(this.#returned) ? data : this.#returned;
  }
}

/** Returns the part of a tool that its body can see; a tool may be an instance that cannot be copied. */
function withoutRules(tool: ToolRecord): ToolRecord {
  const { id, name, description, version, inputSchema, outputSchema, policy, annotations } = tool;
  const optional = { version, outputSchema, policy, annotations };
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { id, name, description, inputSchema, hooksByStage: {}, ...present, execute: () => undefined };
}

function toError({ type, message, details, ...facts }: ToolErrorBody): ToolError {
  const { code, ...rest } = details ?? {};
  return new ToolError(type, message, { ...facts, details: rest, ...(code !== undefined && { code }) });
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
