import type { Json } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type {
  ProjectResult,
  ProviderCall,
  SendOptions,
  Setup,
  StepSetup,
  ToolResultMessage,
  Transport,
  TransportEvent,
  UserInput,
} from '../contract/transport.js';
import type { TransportFeature } from '../contract/tool-use.js';
import { toModelResult } from '../projection/to-model-result.js';
import { EventQueue } from './event-queue.js';
import { assertKnownOptions, assertModel } from './known-options.js';
import { PendingCalls } from './pending-calls.js';
import type { Lossy, ModelAnswer, Protocol, ProviderRequest, TransportLoss } from './protocol.js';
import { toProviderError } from './provider-error.js';
import {
  compactHistory,
  estimateAll,
  LETTERS_PER_TOKEN,
  type Compaction,
  type ContextLimit,
} from './context/compact-history.js';
import { summarize } from './context/summarize.js';
import { type AskedModel, readAnswer, unreadable } from './read-answer.js';
import { parseJson } from './read-field.js';
import type { RequestRetryOptions } from './retry.js';
import { toSentResult } from './sent-result.js';

/** Options of every request transport. */
export interface RequestTransportOptions {
  readonly model: string;
  /** Further fields of every request, such as a temperature. */
  readonly request?: ProviderRequest;
  readonly retry?: RequestRetryOptions;
  /** Models of the provider to ask in turn, when the one before is overloaded or out of reach. */
  readonly fallback?: readonly string[];
  /** Converts a result into what the model sees. Default: `toModelResult`. */
  readonly project?: ProjectResult;
}

/** Options of every request transport, and those that single ones add. */
const knownOptions = ['model', 'request', 'retry', 'fallback', 'project', 'api', 'strict', 'schemaKey'];

interface RunningStep {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * A conversation with a provider that gets a new request for every step:
 *
 *     user or results ─▶ request ─▶ chunks ─▶ events … call … usage, step_end
 *                           ▲                             │
 *                           └────────── history ◀─────────┘
 */
export class RequestTransport implements Transport {
  readonly live = false;
  readonly strictSchemaKey?: string;
  /** Absent where the provider keeps the conversation. */
  readonly history?: () => readonly Json[];
  readonly compact?: (limit: ContextLimit) => Promise<Compaction | undefined>;
  readonly #protocol: Protocol;
  readonly #options: RequestTransportOptions;
  readonly #queue = new EventQueue<TransportEvent>();
  readonly #pending = new PendingCalls();
  readonly #reported = new Set<string>();
  readonly #history: Json[] = [];
  /** Number of history items that the provider has answered. */
  #answered = 0;
  #setup: Setup | undefined;
  #running: RunningStep | undefined;
  #closed = false;
  #compacting: AbortController | undefined;
  /** Tokens that the provider counts for one that is estimated. */
  #factor = 1;
  #turn = 0;
  #step = 0;
  #call = 0;

  constructor(protocol: Protocol, options: RequestTransportOptions) {
    const action = `make a transport to ${protocol.provider}`;
    assertKnownOptions(action, options, knownOptions);
    assertModel(action, options);
    this.#protocol = protocol;
    this.#options = Object.freeze({ ...options });
    if (protocol.strictSchemaKey !== undefined) this.strictSchemaKey = protocol.strictSchemaKey;
    if (protocol.remembers) return;
    this.history = () => [...this.#history];
    this.compact = (limit) => this.#compactTo(limit);
  }

  get provider(): string {
    return this.#protocol.provider;
  }

  get schemaKey(): string {
    return this.#protocol.schemaKey;
  }

  get features(): readonly TransportFeature[] {
    return this.#protocol.features ?? [];
  }

  get idsStable(): boolean {
    return this.#protocol.idsStable;
  }

  async open(setup: Setup): Promise<void> {
    this.#setup = setup;
    this.#restart(setup.history ?? []);
    this.#pending.takeOpen();
    this.#pending.expect(setup.waiting ?? []);
    this.#answered = this.#history.length;
  }

  async configure({ history, ...step }: StepSetup): Promise<void> {
    this.#setup = { ...this.#opened(), ...step };
    if (history !== undefined) this.#restart(history);
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  async sendUser(input: UserInput, { ask = true }: SendOptions = {}): Promise<void> {
    this.#assertFree();
    if (this.#pending.size > 0) {
      throw agentErrors.create('AGENT_CALLS_UNANSWERED', { provider: this.provider, count: this.#pending.size });
    }
    this.#history.push(...this.#reportLosses(this.#protocol.userItems(input)));
    this.#turn += 1;
    this.#step = 0;
    if (ask) this.#start();
  }

  async askAgain(): Promise<void> {
    this.#assertFree();
    this.#start();
  }

  receiveToolCalls(event: unknown): readonly ProviderCall[] {
    const value = typeof event === 'string' ? parseJson(event) : event;
    if (typeof value === 'object' && value !== null) return this.#protocol.readCalls(value, this.#makeId);
    this.#queue.push({ type: 'error', error: unreadable(this.provider, String(event)) });
    return [];
  }

  sendToolResult(result: ToolResultMessage, options?: SendOptions): Promise<void> {
    return this.sendToolResults([result], options);
  }

  async sendToolResults(results: readonly ToolResultMessage[], options: SendOptions = {}): Promise<void> {
    this.#assertFree();
    for (const result of results) {
      if (!this.#pending.answer(result)) this.#lose('result', `no call "${result.id}" waits for an answer`);
    }
    const answered = this.#pending.takeAll();
    if (answered === undefined) return;
    const project = this.#options.project ?? this.#setup?.project ?? toModelResult;
    const sent = answered.map(({ call, message }) => toSentResult(call, message, project));
    this.#history.push(...this.#reportLosses(this.#protocol.resultItems(sent)));
    if (options.ask !== false) this.#start();
  }

  async cancel(reason: string): Promise<void> {
    this.#compacting?.abort(new Error(reason));
    this.#running?.controller.abort(new Error(reason));
    await this.#running?.done;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.cancel('closed');
    this.#queue.end();
  }

  async #compactTo(limit: ContextLimit): Promise<Compaction | undefined> {
    // What the provider is answering stays as it was asked.
    if (this.#running !== undefined || this.#compacting !== undefined) return undefined;
    const { signal } = (this.#compacting = new AbortController());
    const own = this.#history.length;
    try {
      const compaction = await compactHistory(this.#history, limit, {
        form: this.#protocol.form,
        factor: this.#factor,
        toItem: (text) => this.#protocol.userItems({ text }).value,
        summarize: (items) => this.#summarize(items, limit, signal),
      });
      if (compaction === undefined || this.#history.length !== own) return undefined;
      this.#restart(compaction.history);
      return compaction;
    } finally {
      this.#compacting = undefined;
    }
  }

  /** Has the model summarise; a conversation goes on without a summary where that fails. */
  async #summarize(items: readonly Json[], { maxTokens }: ContextLimit, signal: AbortSignal): Promise<string> {
    const { retry, request, model } = this.#options;
    const base = { model: this.#setup?.model ?? model, ...request };
    try {
      const maxLetters = maxTokens * LETTERS_PER_TOKEN;
      const answer = await summarize(this.#protocol, { base, items, maxLetters, signal, retry });
      if (answer.usage !== undefined) this.#queue.push({ type: 'usage', ...answer.usage, model: base.model });
      return answer.text;
    } catch (thrown) {
      this.#lose('summary', `the model gave no summary: ${toProviderError(this.provider, thrown).message}`);
      return '';
    }
  }

  /** Learns how many tokens the provider counts for what is estimated here. */
  #calibrate(inputTokens: number | undefined): void {
    const estimate = estimateAll(this.#history);
    if (inputTokens === undefined || estimate === 0) return;
    this.#factor = Math.min(3, Math.max(0.5, inputTokens / estimate));
  }

  #restart(history: readonly Json[]): void {
    this.#history.splice(0, this.#history.length, ...history);
  }

  #start(): void {
    this.#step += 1;
    this.#call = 0;
    const controller = new AbortController();
    this.#running = { controller, done: this.#run(controller.signal) };
  }

  /** Runs one step. Never rejects: a failure is an event. */
  async #run(signal: AbortSignal): Promise<void> {
    try {
      // The caller of `sendUser` continues first.
      await Promise.resolve();
      const answer = await readAnswer(this.#protocol, {
        request: this.#request(),
        signal,
        makeId: this.#makeId,
        retry: this.#options.retry,
        fallback: this.#options.fallback,
        emit: (event) => this.#queue.push(event),
      });
      this.#finish(answer);
    } catch (error) {
      this.#running = undefined;
      if (signal.aborted) this.#queue.push({ type: 'step_end', reason: 'cancelled', detail: toReason(signal) });
      else this.#fail(error);
    }
  }

  #finish(answer: ModelAnswer & AskedModel): void {
    const { calls, usage, reason, detail, model } = answer;
    this.#calibrate(usage?.inputTokens);
    this.#history.push(...answer.items);
    this.#answered = this.#history.length;
    this.#pending.expect(calls);
    this.#running = undefined;
    for (const call of calls) this.#queue.push({ type: 'call', call });
    if (usage !== undefined) this.#queue.push({ type: 'usage', ...usage, model });
    this.#queue.push({ type: 'step_end', reason, ...(detail === undefined ? {} : { detail }) });
  }

  #fail(error: unknown): void {
    this.#queue.push({ type: 'error', error: toProviderError(this.provider, error) });
    this.#queue.push({ type: 'step_end', reason: 'failed' });
  }

  #request(): ProviderRequest {
    const items = this.#protocol.remembers ? this.#history.slice(this.#answered) : this.#history;
    const setup = this.#opened();
    const named = setup.model === undefined ? {} : { model: setup.model };
    const base = { model: this.#options.model, ...this.#options.request, ...named };
    return this.#protocol.withItems(this.#reportLosses(this.#protocol.withSetup(base, setup)), items);
  }

  #opened(): Setup {
    if (this.#setup === undefined) throw agentErrors.create('AGENT_TRANSPORT_NOT_OPEN', { provider: this.provider });
    return this.#setup;
  }

  #assertFree(): void {
    if (this.#closed) throw agentErrors.create('AGENT_TRANSPORT_CLOSED', { provider: this.provider });
    this.#opened();
    if (this.#running !== undefined) throw agentErrors.create('AGENT_STEP_RUNNING', { provider: this.provider });
  }

  readonly #makeId = (): string => {
    this.#call += 1;
    return `${this.#turn}.${this.#step}.${this.#call}`;
  };

  #reportLosses<Value>({ value, losses }: Lossy<Value>): Value {
    for (const { what, note } of losses) this.#lose(what, note);
    return value;
  }

  /** Reports a loss, once. */
  #lose(what: TransportLoss['what'], note: string): void {
    const key = `${what}: ${note}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#queue.push({ type: 'loss', what, note });
  }
}

function toReason(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason);
}
