import type { JsonObject } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type {
  ProjectResult,
  ProviderCall,
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
import type { TransportLoss } from '../protocol.js';
import { ProviderError, toProviderError } from '../provider-error.js';
import { unreadable } from '../read-answer.js';
import { toFields, isFields, toList, parseJson, toText, type Fields } from '../read-field.js';
import { mediaLosses, toSentResult } from '../sent-result.js';
import { readCalls, durationMs, toStepEnd, toSpeechEvents, toUsage } from './answer.js';
import { choiceLosses, toConfig, toContextUpdate, toFunctionResponse } from './request.js';
import { listenTo, type GeminiLiveConnect, type GeminiLiveSession } from './session.js';

export interface GeminiLiveOptions {
  /** Further fields of the configuration, such as a voice; for a function that connects. */
  readonly config?: JsonObject;
  readonly project?: ProjectResult;
}

const provider = 'gemini';

/**
 * Transport of Gemini Live, over a session that is connected already, or over one that `open` connects:
 *
 *     new GeminiLiveTransport(({ config, callbacks }) => ai.live.connect({ model, config, callbacks }))
 */
export class GeminiLiveTransport implements Transport {
  readonly provider = provider;
  readonly schemaKey = 'geminiLive';
  readonly idsStable = true;
  readonly forgetsInterrupted = true;
  readonly live = true;
  readonly #source: GeminiLiveSession | GeminiLiveConnect;
  readonly #options: GeminiLiveOptions;
  readonly #queue = new EventQueue<TransportEvent>();
  readonly #pending = new PendingCalls();
  readonly #reported = new Set<string>();
  #session: GeminiLiveSession | undefined;
  #resumeHandle: string | undefined;
  #speaking = false;
  /** True after `cancel`: the rest of the model's turn is dropped. */
  #muted = false;
  #closed = false;
  #project: ProjectResult;

  constructor(session: GeminiLiveSession | GeminiLiveConnect, options: GeminiLiveOptions = {}) {
    assertKnownOptions('make a transport to gemini', options, ['config', 'project']);
    this.#source = session;
    this.#options = options;
    this.#project = options.project ?? toModelResult;
  }

  async open(setup: Setup): Promise<void> {
    this.#project = this.#options.project ?? setup.project ?? toModelResult;
    this.#reportLosses(choiceLosses(setup));
    const callbacks = {
      onmessage: (message: unknown) => this.receive(message),
      onerror: (event: unknown) => this.#failed(toFields(event)['error'] ?? event),
      onclose: () => this.#disconnected(),
    };
    if (typeof this.#source !== 'function') {
      if (this.#session === undefined) listenTo(this.#source, callbacks);
      this.#session = this.#source;
      this.#update(setup);
    } else {
      this.#session = await this.#source({ config: toConfig(setup, this.#options.config ?? {}), callbacks }).catch(
        (error: unknown) => {
          throw toProviderError(provider, error);
        },
      );
    }
    const turns = setup.history ?? [];
    if (turns.length > 0) this.#connected().sendClientContent({ turns: [...turns], turnComplete: false });
  }

  async configure(step: StepSetup): Promise<void> {
    this.#reportLosses(choiceLosses(step));
    this.#update(step);
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  async sendUser({ text, audio, mimeType = 'audio/pcm;rate=16000' }: UserInput): Promise<void> {
    const session = this.#connected();
    if (audio !== undefined) session.sendRealtimeInput({ audio: { data: audio, mimeType } });
    if (text === undefined) return;
    session.sendClientContent({ turns: [{ role: 'user', parts: [{ text }] }], turnComplete: true });
  }

  async askAgain(): Promise<void> {
    this.#connected().sendClientContent({ turnComplete: true });
  }

  receiveToolCalls(event: unknown): readonly ProviderCall[] {
    const message = this.#read(event);
    return message === undefined ? [] : readCalls(message);
  }

  /** Receives one message of the server, for sessions whose callbacks the application holds. */
  receive(event: unknown): void {
    const message = this.#read(event);
    if (message === undefined) return;
    this.#readCalls(message);
    this.#readContent(toFields(message['serverContent']));
    for (const usage of toUsage(message)) this.#queue.push(usage);
    const { newHandle, resumable } = toFields(message['sessionResumptionUpdate']);
    if (resumable === true) this.#resumeHandle = toText(newHandle) || undefined;
    if (isFields(message['goAway'])) this.#goAway(message['goAway']);
  }

  sendToolResult(result: ToolResultMessage): Promise<void> {
    return this.sendToolResults([result]);
  }

  /** Sends results at once and in one message; cancelled calls get no answer. */
  async sendToolResults(results: readonly ToolResultMessage[]): Promise<void> {
    for (const result of results) this.#pending.answer(result);
    const answered = this.#pending.takeAnswered();
    if (answered.length === 0) return;
    const sent = answered.map(({ call, message }) => toSentResult(call, message, this.#project));
    this.#reportLosses(mediaLosses(sent, () => false, 'Gemini Live'));
    this.#connected().sendToolResponse({ functionResponses: sent.map(toFunctionResponse) });
  }

  async cancel(reason: string): Promise<void> {
    if (!this.#speaking || this.#muted) return;
    this.#muted = true;
    this.#reportLosses([{ what: 'cancel', note: 'Gemini Live cannot be stopped: the rest of its answer is dropped' }]);
    this.#queue.push({ type: 'step_end', reason: 'cancelled', detail: reason });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#session?.close();
    this.#queue.end();
  }

  #readCalls(message: Fields): void {
    const calls = readCalls(message);
    this.#pending.expect(calls);
    for (const call of calls) this.#queue.push({ type: 'call', call });
    if (calls.length > 0) this.#endStep({ reason: 'calls' });
    const ids = toList(toFields(message['toolCallCancellation'])['ids']).map(toText);
    if (ids.length === 0) return;
    this.#pending.drop(ids);
    this.#queue.push({ type: 'call_cancelled', ids });
  }

  #readContent(content: Fields): void {
    for (const speech of toSpeechEvents(content)) {
      if (this.#muted && speech.type !== 'transcript') continue;
      this.#speaking = true;
      this.#queue.push(speech);
    }
    if (content['interrupted'] === true) this.#queue.push({ type: 'interrupted' });
    if (content['turnComplete'] !== true) return;
    if (!this.#muted) this.#endStep(toStepEnd(content));
    this.#queue.push({ type: 'turn_end' });
    this.#speaking = false;
    this.#muted = false;
  }

  #endStep(end: ReturnType<typeof toStepEnd>): void {
    this.#speaking = false;
    this.#queue.push({ type: 'step_end', ...end });
  }

  #goAway(goAway: Fields): void {
    const timeLeftMs = durationMs(goAway['timeLeft']);
    this.#queue.push({
      type: 'going_away',
      ...(timeLeftMs === undefined ? {} : { timeLeftMs }),
      ...(this.#resumeHandle === undefined ? {} : { resumeHandle: this.#resumeHandle }),
    });
  }

  #read(event: unknown): Fields | undefined {
    const value = typeof event === 'string' ? parseJson(event) : event;
    if (isFields(value)) return value;
    this.#queue.push({ type: 'error', error: unreadable(provider, String(event)) });
    return undefined;
  }

  #update(step: StepSetup & { readonly instructions?: string }): void {
    const session = this.#connected();
    if (session.sendContextUpdate !== undefined) session.sendContextUpdate(toContextUpdate(step));
    else
      this.#reportLosses([
        { what: 'setup', note: 'this session keeps the tools and instructions it was connected with' },
      ]);
  }

  #failed(error: unknown): void {
    if (!this.#closed) this.#queue.push({ type: 'error', error: toProviderError(provider, error) });
  }

  #disconnected(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#failedStep(new ProviderError('the connection was closed', { provider, retryable: true }));
    this.#queue.end();
  }

  #failedStep(error: Error): void {
    this.#queue.push({ type: 'error', error });
    if (this.#speaking) this.#queue.push({ type: 'step_end', reason: 'failed' });
  }

  #connected(): GeminiLiveSession {
    if (this.#closed) throw agentErrors.create('AGENT_TRANSPORT_CLOSED', { provider });
    if (this.#session === undefined) throw agentErrors.create('AGENT_TRANSPORT_NOT_OPEN', { provider });
    return this.#session;
  }

  #reportLosses(losses: readonly TransportLoss[]): void {
    for (const { what, note } of losses) {
      if (this.#reported.has(note)) continue;
      this.#reported.add(note);
      this.#queue.push({ type: 'loss', what, note });
    }
  }
}
