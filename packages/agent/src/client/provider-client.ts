import type { JsonObject, ToolResponse } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { HydrationResult } from '../contract/hydration.js';
import { hydrate } from '../hydrate/hydrate.js';
import type { HydrationTools } from '../hydrate/tool-index.js';
import { toModelResult } from '../projection/to-model-result.js';
import { restoreArguments } from '../provider/restore/restore-arguments.js';
import { EventQueue } from '../transport/event-queue.js';
import type { ModelAnswer, Protocol, ProviderRequest, TransportLoss } from '../transport/protocol.js';
import { readAnswer } from '../transport/read-answer.js';
import { askWhole } from '../transport/ask-whole.js';
import { assertKnownOptions, assertModel } from '../transport/known-options.js';
import { toFields } from '../transport/read-field.js';
import { toSentResult } from '../transport/sent-result.js';
import type {
  ChatResult,
  ClientCallOptions,
  ClientEvent,
  ClientHydration,
  ClientOptions,
  ClientRequest,
} from './client-options.js';
import { declareTools, type DeclaredTools, type SchemaLoss } from './declare-tools.js';

const hydrationOptions = ['repair', 'engine', 'validators', 'unknownArgs', 'limits', 'onHydration', 'report'];
const ownOptions = ['model', 'tools', 'registry', 'retry', 'project', 'api', 'strict', 'schemaKey'];
const knownOptions = [...hydrationOptions, ...ownOptions];
const knownCallOptions = [...hydrationOptions, 'toolChoice', 'signal'];

/** One request on its way: as the caller wrote it, as it is sent, and the tools it offers. */
interface Prepared {
  readonly native: JsonObject;
  readonly request: ProviderRequest;
  readonly tools: HydrationTools;
  readonly declared: DeclaredTools;
  readonly losses: readonly (SchemaLoss | TransportLoss)[];
}

/**
 * Sends single requests to a provider through its own SDK. A mistake of the model is a result; a failure on the way to
 * it is thrown as a `ProviderError`. Nothing that the caller passes in is changed.
 */
export class ProviderClient {
  readonly #protocol: Protocol;
  readonly #options: ClientOptions;
  /** Losses of `reply`, by request, for the chat that sends it. */
  readonly #replyLosses = new WeakMap<object, readonly TransportLoss[]>();
  /** Model answers by the result that was returned for them. */
  readonly #answers = new WeakMap<ChatResult, ModelAnswer>();
  #chats = 0;

  constructor(protocol: Protocol, options: ClientOptions) {
    const action = `make a client of ${protocol.provider}`;
    assertKnownOptions(action, options, knownOptions);
    assertModel(action, options);
    this.#protocol = protocol;
    this.#options = Object.freeze({ ...options });
  }

  /** Sends a request with tools, and returns one result for each call of the model. */
  async toolCall(
    request: ClientRequest,
    tools?: HydrationTools,
    options?: ClientCallOptions,
  ): Promise<readonly HydrationResult[]> {
    return (await this.chat(request, tools, options)).results;
  }

  async chat(request: ClientRequest, tools?: HydrationTools, options: ClientCallOptions = {}): Promise<ChatResult> {
    const prepared = this.#prepare(request, tools, options);
    const signal = options.signal ?? new AbortController().signal;
    const { response, losses } = await askWhole(this.#protocol, prepared.request, signal, this.#options.retry);
    const answer = this.#protocol.readResponse(response, this.#makeIds());
    return this.#finish(answer, response, { ...prepared, losses: [...prepared.losses, ...losses] }, options);
  }

  async *stream(
    request: ClientRequest,
    tools?: HydrationTools,
    options: ClientCallOptions = {},
  ): AsyncGenerator<ClientEvent> {
    const prepared = this.#prepare(request, tools, options);
    const stop = new AbortController();
    const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]);
    const queue = new EventQueue<ClientEvent>();
    const reading = this.#readInto(queue, prepared, signal);
    // A slow reader learns of a failure late: until then the rejection counts as handled.
    reading.catch(() => undefined);
    try {
      yield* queue;
      const answer = await reading;
      const chat = await this.#finish(answer, answer.items, prepared, options);
      for (const call of answer.calls) yield { type: 'call', call };
      for (const result of chat.results) yield { type: 'hydrated', result };
      if (answer.usage !== undefined) yield { type: 'usage', ...answer.usage };
      yield { type: 'step_end', reason: answer.reason };
      yield { type: 'done', chat };
    } finally {
      stop.abort(new Error('the reader left the stream'));
      await reading.catch(() => undefined);
    }
  }

  /** Builds the next request: the previous one, the model's answer, and the answers to its calls, in their order. */
  reply(previous: ChatResult, responses: readonly ToolResponse[]): JsonObject {
    const answer = this.#answers.get(previous);
    const problem = replyProblem(answer, responses);
    if (answer === undefined || problem !== undefined) {
      throw agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'reply', problem: problem ?? 'it is not known' });
    }
    const project = this.#options.project ?? toModelResult;
    const sent = answer.calls.flatMap((call, index) => {
      const result = responses[index];
      return result === undefined ? [] : [toSentResult(call, { id: call.id, name: call.name, result }, project)];
    });
    const results = sent.length === 0 ? { value: [], losses: [] } : this.#protocol.resultItems(sent);
    const next = this.#protocol.withItems(previous.request, [...answer.items, ...results.value]);
    this.#replyLosses.set(next, results.losses);
    return next;
  }

  #prepare(request: ClientRequest, toolSet: HydrationTools | undefined, options: ClientCallOptions): Prepared {
    assertKnownOptions(`ask ${this.#protocol.provider}`, options, knownCallOptions);
    const { toolChoice } = options;
    const { model, registry, tools: own } = this.#options;
    const tools = toolSet ?? own ?? registry ?? [];
    const declared = declareTools(tools, this.#protocol.schemaKey, this.#protocol.strictSchemaKey);
    const native = this.#native(request);
    const setup = { tools: declared.tools, toolChoice: toolChoice ?? 'auto' };
    const { value, losses } = this.#protocol.withSetup({ model, ...native }, setup);
    return {
      native,
      request: toolChoice === undefined ? keepChoice(native, value) : value,
      tools,
      declared,
      losses: [...declared.losses, ...losses, ...(this.#replyLosses.get(native) ?? [])],
    };
  }

  #native(request: ClientRequest): JsonObject {
    if (typeof request !== 'string') return request as JsonObject;
    return this.#protocol.withItems({}, this.#protocol.userItems({ text: request }).value);
  }

  async #readInto(queue: EventQueue<ClientEvent>, { request, losses }: Prepared, signal: AbortSignal) {
    for (const loss of losses) queue.push({ type: 'loss', ...toEvent(loss) });
    try {
      return await readAnswer(this.#protocol, {
        request,
        signal,
        makeId: this.#makeIds(),
        retry: this.#options.retry,
        emit: (event) => queue.push(event),
      });
    } finally {
      queue.end();
    }
  }

  async #finish(
    answer: ModelAnswer,
    response: unknown,
    { native, tools, declared, losses }: Prepared,
    options: ClientCallOptions,
  ): Promise<ChatResult> {
    const results = await hydrate(answer.calls, tools, {
      ...pickHydration(this.#options),
      ...pickHydration(options),
      provider: this.#protocol.provider,
      names: declared.names,
      restore: declared.restore,
      restoreArguments,
      definitionDigests: declared.definitionDigests,
      responseId: answer.responseId,
      signal: options.signal,
    });
    const { text, usage, calls } = answer;
    const chat = { results, text, response, ...(usage === undefined ? {} : { usage }), losses, calls, request: native };
    this.#answers.set(chat, answer);
    return chat;
  }

  #makeIds(): () => string {
    this.#chats += 1;
    const chat = this.#chats;
    let count = 0;
    return () => {
      count += 1;
      return `${chat}.1.${count}`;
    };
  }
}

function pickHydration(options: ClientHydration): ClientHydration {
  const present = Object.entries(options).filter(
    ([key, value]) => hydrationOptions.includes(key) && value !== undefined,
  );
  return Object.fromEntries(present);
}

/** Keeps a tool choice that the caller wrote into the request. */
function keepChoice(native: JsonObject, made: ProviderRequest): ProviderRequest {
  const { tool_choice: choice, config } = native;
  if (choice !== undefined) return { ...made, tool_choice: choice };
  const { toolConfig } = toFields(config);
  if (toolConfig === undefined) return made;
  return { ...made, config: { ...toFields(made['config']), toolConfig } } as ProviderRequest;
}

function replyProblem(answer: ModelAnswer | undefined, responses: readonly ToolResponse[]): string | undefined {
  if (answer === undefined) return 'the chat is not one of this client';
  const { length } = answer.calls;
  return length === responses.length ? undefined : `${length} calls have ${responses.length} responses`;
}

function toEvent(loss: SchemaLoss | TransportLoss): TransportLoss {
  if ('what' in loss) return loss;
  return { what: 'schema', note: `${loss.tool}${loss.pointer}: ${loss.keyword} ${loss.action}: ${loss.note}` };
}
