import type { Json, JsonObject } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
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
} from '../../contract/transport.js';
import { toModelResult } from '../../projection/to-model-result.js';
import { EventQueue } from '../event-queue.js';
import { assertKnownOptions } from '../known-options.js';
import { PendingCalls } from '../pending-calls.js';
import { ProviderError, toProviderError } from '../provider-error.js';
import { unreadable } from '../read-answer.js';
import { toFields, toList, parseJson, toText, type Fields } from '../read-field.js';
import { mediaLosses, toSentResult } from '../sent-result.js';
import { readCalls, toStepEnd, toSpeechEvents, toUsage } from './answer.js';
import { itemCreate, replayable, resultItem, sessionUpdate, userItem } from './request.js';
import { toWire, type RealtimeSocket, type RealtimeWire } from './socket.js';

export interface OpenAIRealtimeOptions {
  /** Further fields of the session, such as a voice or turn detection. */
  readonly session?: JsonObject;
  readonly project?: ProjectResult;
}

const provider = 'openai';

/**
 * Transport of OpenAI's Realtime API over a socket that the caller opened. One response is made at a time:
 * a request for the next waits for its end.
 */
export class OpenAIRealtimeTransport implements Transport {
  readonly provider = provider;
  readonly schemaKey = 'openaiRealtime';
  readonly idsStable = true;
  readonly live = true;
  readonly #socket: RealtimeSocket;
  readonly #options: OpenAIRealtimeOptions;
  readonly #queue = new EventQueue<TransportEvent>();
  readonly #pending = new PendingCalls();
  readonly #history: Json[] = [];
  #wire: RealtimeWire | undefined;
  #responding = false;
  #wished = false;
  #closed = false;
  #project: ProjectResult;

  constructor(socket: RealtimeSocket, options: OpenAIRealtimeOptions = {}) {
    assertKnownOptions('make a transport to openai', options, ['session', 'project']);
    this.#socket = socket;
    this.#options = options;
    this.#project = options.project ?? toModelResult;
  }

  async open(setup: Setup): Promise<void> {
    this.#project = this.#options.project ?? setup.project ?? toModelResult;
    this.#wire ??= toWire(this.#socket, {
      event: (event) => this.#receive(toFields(event)),
      unreadable: (text) => this.#queue.push({ type: 'error', error: unreadable(provider, text) }),
      failed: (error) => this.#queue.push({ type: 'error', error: toProviderError(provider, error) }),
      closed: () => this.#disconnected(),
    });
    await this.#wire.whenOpen().catch((error: unknown) => {
      throw toProviderError(provider, error);
    });
    this.#send(sessionUpdate(this.#options.session ?? {}, setup));
    for (const item of setup.history ?? []) this.#add(item);
  }

  async configure(step: StepSetup): Promise<void> {
    this.#send(sessionUpdate({}, step));
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  /** Sends input: text requests a response; audio leaves that to the turn detection of the session. */
  async sendUser(input: UserInput): Promise<void> {
    if (input.audio !== undefined) this.#send({ type: 'input_audio_buffer.append', audio: input.audio });
    if (input.text === undefined) return;
    this.#add(userItem(input));
    this.#ask();
  }

  async askAgain(): Promise<void> {
    this.#ask();
  }

  receiveToolCalls(event: unknown): readonly ProviderCall[] {
    const value = typeof event === 'string' ? parseJson(event) : event;
    if (typeof value === 'object' && value !== null) return readCalls(value);
    this.#queue.push({ type: 'error', error: unreadable(provider, String(event)) });
    return [];
  }

  sendToolResult(result: ToolResultMessage, options?: SendOptions): Promise<void> {
    return this.sendToolResults([result], options);
  }

  async sendToolResults(results: readonly ToolResultMessage[], options: SendOptions = {}): Promise<void> {
    for (const result of results) {
      if (this.#pending.answer(result)) continue;
      this.#queue.push({ type: 'loss', what: 'result', note: `no call "${result.id}" waits for an answer` });
    }
    const answered = this.#pending.takeAll();
    if (answered === undefined) return;
    const sent = answered.map(({ call, message }) => toSentResult(call, message, this.#project));
    for (const loss of mediaLosses(sent, () => false, 'the Realtime API')) this.#queue.push({ type: 'loss', ...loss });
    for (const result of sent) this.#add(resultItem(result));
    if (options.ask !== false) this.#ask();
  }

  async cancel(_reason: string): Promise<void> {
    this.#wished = false;
    if (this.#responding) this.#send({ type: 'response.cancel' });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#wire?.close();
    this.#queue.end();
  }

  /** Returns the items that can be created again in a new session: texts, transcripts, calls and their answers. */
  history(): readonly Json[] {
    return [...this.#history];
  }

  #receive(event: Fields): void {
    switch (event['type']) {
      case 'response.created':
        this.#responding = true;
        break;
      case 'response.done':
        this.#finish(event);
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.#history.push(userItem({ text: toText(event['transcript']) }));
        break;
      case 'error':
        this.#refused(event);
        break;
      case 'input_audio_buffer.speech_started':
        // A person who begins to speak interrupts only a running response.
        if (this.#responding || this.#pending.size > 0) this.#queue.push({ type: 'interrupted' });
        break;
      default:
    }
    for (const speech of toSpeechEvents(event)) this.#queue.push(speech);
  }

  #finish(event: Fields): void {
    const response = toFields(event['response']);
    const cancelled = response['status'] === 'cancelled' || response['status'] === 'failed';
    const calls = cancelled ? [] : readCalls(event);
    const { reason, detail } = toStepEnd(response, calls.length > 0);
    this.#responding = false;
    this.#history.push(...toList(response['output']).flatMap(replayable));
    this.#pending.expect(calls);
    for (const call of calls) this.#queue.push({ type: 'call', call });
    for (const usage of toUsage(response)) this.#queue.push(usage);
    if (reason === 'failed') this.#queue.push({ type: 'error', error: toProviderError(provider, { message: detail }) });
    this.#queue.push({ type: 'step_end', reason, ...(detail === undefined ? {} : { detail }) });
    if (calls.length === 0) this.#queue.push({ type: 'turn_end' });
    if (this.#wished) this.#ask();
  }

  /** Handles a refusal: when the server has begun a response of its own, our request waits for its end. */
  #refused(event: Fields): void {
    const { code } = toFields(event['error']);
    if (code === 'conversation_already_has_active_response') {
      this.#responding = true;
      this.#wished = true;
      return;
    }
    // Cancelling a response that has just ended is no failure.
    if (code === 'response_cancel_not_active') return;
    this.#queue.push({ type: 'error', error: toProviderError(provider, event) });
  }

  #disconnected(): void {
    if (this.#closed) return;
    this.#closed = true;
    const error = new ProviderError('the connection was closed', { provider, retryable: true });
    this.#queue.push({ type: 'error', error });
    if (this.#responding) this.#queue.push({ type: 'step_end', reason: 'failed' });
    this.#queue.end();
  }

  #ask(): void {
    this.#wished = this.#responding;
    if (this.#responding) return;
    this.#responding = true;
    this.#send({ type: 'response.create' });
  }

  #add(item: Json): void {
    this.#history.push(item);
    this.#send(itemCreate(item));
  }

  #send(event: object): void {
    if (this.#closed) throw agentErrors.create('AGENT_TRANSPORT_CLOSED', { provider });
    if (this.#wire === undefined) throw agentErrors.create('AGENT_TRANSPORT_NOT_OPEN', { provider });
    this.#wire.send(event);
  }
}
