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

/** Calls another tool within a call, wherever that runs. */
type NestedInvoke = (tool: ToolRecord | string, input: unknown) => Promise<unknown>;

/** What of a call's context travels with it. */
export interface WireContext {
  readonly requestId: string | number;
  readonly sessionId?: string;
  readonly user: ToolUser;
  readonly call?: CallOrigin;
  readonly idempotencyKey?: string;
}

/** How the body of a tool ended, with all that it said beside its answer. */
export interface ToolEnd {
  readonly value?: unknown;
  readonly error?: Error;
  readonly intents: readonly Intent[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
}

/** What a worker says of a body, in order: chunks if it streams, and one end. */
export type ToolPart = { readonly chunk: unknown } | { readonly end: ToolEnd };

export interface ToolRunOptions {
  readonly tool: ToolRecord;
  readonly input: unknown;
  readonly context: WireContext;
  /** Whether its schemas are looked at here: of a tool that the host knows, it has done so. */
  readonly checks: boolean;
  readonly registry: ProviderRegistry | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
  /** Has the host call another tool. */
  readonly invoke: NestedInvoke;
}

/** Runs the body of a tool without its rules, and lets the host call other tools for it: both are the host's. */
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
    // The host knows which of them its application takes.
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
  // The call of a tool that failed has failed, also for those who only count.
  if (body.failure !== undefined) throw body.failure;
}

/** Looks at a body while it runs: what it threw, what must not be told, what a stream gave in the end. */
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

  /** The chunks are with the host already; only what was returned after them is news. */
  #lastWord(data: unknown): unknown {
    return isToolReply(this.#returned) ? data : this.#returned;
  }
}

/** As much of a tool as its body can see; a tool may be an instance that cannot be copied. */
function withoutRules(tool: ToolRecord): ToolRecord {
  const { id, name, description, version, inputSchema, outputSchema, policy, annotations } = tool;
  const said = { version, outputSchema, policy, annotations };
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { id, name, description, inputSchema, hooksByStage: {}, ...given, execute: () => undefined };
}

function toError({ type, message, details, ...facts }: ToolErrorBody): ToolError {
  const { code, ...rest } = details ?? {};
  return new ToolError(type, message, { ...facts, details: rest, ...(code !== undefined && { code }) });
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
