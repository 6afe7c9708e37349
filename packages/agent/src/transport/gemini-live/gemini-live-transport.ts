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
import { Losses } from '../losses.js';
import { PendingCalls } from '../pending-calls.js';
import { ProviderError, toProviderError } from '../provider-error.js';
import { unreadable } from '../read-answer.js';
import { toFields, isFields, toList, parseJson, toText, type Fields } from '../read-field.js';
import { mediaLosses, toSentResult } from '../sent-result.js';
import { toUserMedia } from '../user-media.js';
import { durationMs, readCalls, toSpeechEvents, toStepEnd, toUsage, Transcripts, unknownKinds } from './answer.js';
import {
  choiceLosses,
  inputLosses,
  isPushToTalk,
  pushToTalk,
  toConfig,
  toContextUpdate,
  toFunctionResponse,
  toPast,
  toProgressResponse,
  toRealtimeInputs,
  toTurns,
  type HistoryForm,
} from './request.js';
import {
  connectLive,
  listenTo,
  setReading,
  type GeminiLiveConnect,
  type GeminiLiveConnection,
  type GeminiLiveSession,
} from './session.js';

export interface GeminiLiveOptions {
  /** Further fields of the configuration, such as a voice; for a function that connects. */
  readonly config?: JsonObject;
  /**
   * The way in which an earlier conversation is told: `client-content` needs an SDK that sends `historyConfig`, which
   * 2.32 does not. Default: `instructions`.
   */
  readonly history?: HistoryForm;
  /** True when the client says with `activity` when the person speaks, instead of the provider. Default: false. */
  readonly pushToTalk?: boolean;
  readonly project?: ProjectResult;
}

const provider = 'gemini';

/**
 * Transport of Gemini Live, over a session that is connected already, or over those that `open` connects:
 *
 *     new GeminiLiveTransport(({ config, callbacks }) => ai.live.connect({ model, config, callbacks }))
 */
export class GeminiLiveTransport implements Transport {
  readonly provider = provider;
  readonly schemaKey = 'geminiLive';
  readonly idsStable = true;
  readonly forgetsInterrupted = true;
  readonly live = true;
  readonly reconnects: boolean;
  readonly #source: GeminiLiveSession | GeminiLiveConnect;
  readonly #options: GeminiLiveOptions;
  readonly #detectsSpeech: boolean;
  readonly #queue = new EventQueue<TransportEvent>();
  readonly #losses = new Losses((event) => this.#queue.push(event));
  readonly #pending = new PendingCalls();
  readonly #transcripts = new Transcripts();
  /** Calls of an earlier connection: the present one does not know them. */
  readonly #orphans = new Map<string, ProviderCall>();
  #background: ReadonlySet<string> = new Set();
  #session: GeminiLiveSession | undefined;
  /** Number of the present connection: events of earlier ones are dropped. */
  #connection = 0;
  #isLost = false;
  #resumeHandle: string | undefined;
  #speaking = false;
  /** True after `cancel`: the rest of the model's turn is dropped. */
  #muted = false;
  #closed = false;
  #project: ProjectResult;

  constructor(session: GeminiLiveSession | GeminiLiveConnect, options: GeminiLiveOptions = {}) {
    assertKnownOptions('make a transport to gemini', options, ['config', 'history', 'pushToTalk', 'project']);
    this.#source = session;
    this.reconnects = typeof session === 'function';
    const config = { ...options.config, ...(options.pushToTalk === true ? pushToTalk : {}) };
    this.#options = { ...options, config };
    this.#detectsSpeech = this.reconnects && !isPushToTalk(config);
    this.#project = options.project ?? toModelResult;
  }

  /** Connects, or connects again; calls of an earlier connection are answered in words. */
  async open(setup: Setup): Promise<void> {
    this.#project = this.#options.project ?? setup.project ?? toModelResult;
    this.#background = new Set(setup.background);
    this.#losses.report(choiceLosses(setup));
    this.#leave();
    const callbacks = this.#callbacks();
    if (typeof this.#source === 'function') await this.#connect(this.#source, setup, callbacks);
    else {
      if (this.#session === undefined) listenTo(this.#source, callbacks);
      this.#session = this.#source;
      this.#update(setup);
    }
  }

  async configure(step: StepSetup): Promise<void> {
    this.#losses.report(choiceLosses(step));
    this.#update(step);
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  async sendUser(input: UserInput): Promise<void> {
    const session = this.#connected();
    const { media, losses } = toUserMedia(input, (mimeType) => mimeType.startsWith('image/'), 'Gemini Live');
    this.#losses.report([...losses, ...inputLosses(input, this.#detectsSpeech)]);
    const { activity, ...rest } = input;
    const taken = { ...rest, media, ...(activity === undefined || this.#detectsSpeech ? {} : { activity }) };
    for (const message of toRealtimeInputs(taken)) session.sendRealtimeInput(message);
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
    this.#losses.ignore(unknownKinds(message));
    this.#readCalls(message);
    this.#readContent(toFields(message['serverContent']));
    for (const usage of toUsage(message)) this.#queue.push(usage);
    const { newHandle, resumable } = toFields(message['sessionResumptionUpdate']);
    if (resumable === true) this.#noteHandle(toText(newHandle));
    if (isFields(message['goAway'])) this.#goAway(message['goAway']);
  }

  sendToolResult(result: ToolResultMessage): Promise<void> {
    return this.sendToolResults([result]);
  }

  /** Sends results at once and in one message; cancelled calls get no answer. */
  async sendToolResults(results: readonly ToolResultMessage[]): Promise<void> {
    const session = this.#connected();
    for (const result of results) {
      if (!this.#pending.answer(result)) this.#answerOrphan(session, result);
    }
    const answered = this.#pending.takeAnswered();
    if (answered.length === 0) return;
    const sent = answered.map(({ call, message }) => toSentResult(call, message, this.#project));
    this.#losses.report(mediaLosses(sent, () => false, 'Gemini Live'));
    session.sendToolResponse({ functionResponses: sent.map(toFunctionResponse) });
  }

  async speak(text: string, { id, name }: Pick<ProviderCall, 'id' | 'name'>): Promise<void> {
    if (this.#pending.find(id)?.background === true) {
      this.#connected().sendToolResponse({ functionResponses: [toProgressResponse({ id, name }, text)] });
      return;
    }
    this.#losses.report([{ what: 'say', note: 'Gemini Live says nothing while it waits for a blocking call' }]);
  }

  async cancel(reason: string): Promise<void> {
    if (!this.#speaking || this.#muted) return;
    this.#muted = true;
    this.#losses.report([{ what: 'cancel', note: 'Gemini Live cannot be stopped: the rest of its answer is dropped' }]);
    this.#queue.push({ type: 'step_end', reason: 'cancelled', detail: reason });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#session?.close();
    this.#queue.end();
  }

  pause(): void {
    setReading(this.#session, false);
  }

  resume(): void {
    setReading(this.#session, true);
  }

  async #connect(
    connect: GeminiLiveConnect,
    setup: Setup,
    callbacks: GeminiLiveConnection['callbacks'],
  ): Promise<void> {
    const { config = {}, history = 'instructions' } = this.#options;
    const own = this.#connection;
    const session = await connectLive(connect, { config: toConfig(setup, config, history), callbacks }).catch(
      (error: unknown) => {
        throw toProviderError(provider, error);
      },
    );
    if (own !== this.#connection || this.#closed) return session.close();
    this.#session = session;
    this.#isLost = false;
    const past = toPast(setup);
    if (past.length === 0) return;
    if (history === 'client-content') session.sendClientContent(toTurns(past));
    else this.#losses.report([{ what: 'history', note: 'the conversation so far is told in the instructions' }]);
  }

  #callbacks() {
    const own = this.#connection;
    const isPresent = () => own === this.#connection && !this.#closed;
    return {
      onmessage: (message: unknown) => {
        if (isPresent()) this.receive(message);
      },
      onerror: (event: unknown) => {
        if (isPresent() && !this.reconnects) this.#failed(toFields(event)['error'] ?? event);
      },
      onclose: () => {
        if (isPresent()) this.#disconnected();
      },
    };
  }

  /** Leaves the connection before this one, if there is one. */
  #leave(): void {
    if (typeof this.#source !== 'function') return;
    this.#connection += 1;
    this.#session?.close();
    this.#session = undefined;
    this.#isLost = true;
    this.#speaking = false;
    this.#muted = false;
    this.#transcripts.clear();
    for (const call of this.#pending.takeOpen()) this.#orphans.set(call.id, call);
  }

  #readCalls(message: Fields): void {
    const calls = readCalls(message);
    this.#pending.expect(calls, (name) => this.#background.has(name));
    for (const call of calls) this.#queue.push({ type: 'call', call });
    if (calls.length > 0) this.#endStep({ reason: 'calls' });
    const ids = toList(toFields(message['toolCallCancellation'])['ids']).map(toText);
    if (ids.length === 0) return;
    this.#pending.drop(ids);
    this.#queue.push({ type: 'call_cancelled', ids });
  }

  #readContent(content: Fields): void {
    if (content['interrupted'] === true) {
      this.#transcripts.clear();
      this.#queue.push({ type: 'interrupted' });
    }
    for (const event of this.#transcripts.read(content)) this.#queue.push(event);
    for (const speech of toSpeechEvents(content)) {
      if (this.#muted) continue;
      this.#speaking = true;
      this.#queue.push(speech);
    }
    // Nothing is left to stop, although the turn goes on until the person has heard it all.
    if (content['generationComplete'] === true && !this.#muted) this.#speaking = false;
    if (content['turnComplete'] !== true) return;
    this.#transcripts.clear();
    if (!this.#muted) this.#endStep(toStepEnd(content));
    this.#queue.push({ type: 'turn_end' });
    this.#speaking = false;
    this.#muted = false;
  }

  #endStep(end: ReturnType<typeof toStepEnd>): void {
    this.#speaking = false;
    this.#queue.push({ type: 'step_end', ...end });
  }

  #noteHandle(handle: string): void {
    if (handle === '') return;
    this.#resumeHandle = handle;
    this.#queue.push({ type: 'resumable', handle });
  }

  #goAway(goAway: Fields): void {
    const timeLeftMs = durationMs(goAway['timeLeft']);
    this.#queue.push({ type: 'going_away', ...(timeLeftMs === undefined ? {} : { timeLeftMs }), ...this.#handle() });
  }

  #handle(): { readonly resumeHandle?: string } {
    return this.#resumeHandle === undefined ? {} : { resumeHandle: this.#resumeHandle };
  }

  /** Tells the result of a call that this connection does not know; one that was called off has nothing to tell. */
  #answerOrphan(session: GeminiLiveSession, message: ToolResultMessage): void {
    const call = this.#orphans.get(message.id);
    if (call === undefined) return;
    this.#orphans.delete(message.id);
    const { result } = message;
    if (!result.ok && result.error.type === 'CANCELLED') return;
    const { text } = toSentResult(call, message, this.#project);
    session.sendRealtimeInput({
      text: `[Note: the connection broke during your call of ${call.name} with ${JSON.stringify(call.args ?? {})}. Its result: ${text}]`,
    });
  }

  #read(event: unknown): Fields | undefined {
    const value = typeof event === 'string' ? parseJson(event) : event;
    if (isFields(value)) return value;
    this.#queue.push({ type: 'error', error: unreadable(provider, String(event)) });
    return undefined;
  }

  #update(step: StepSetup & Partial<Setup>): void {
    const session = this.#connected();
    if (session.sendContextUpdate !== undefined) session.sendContextUpdate(toContextUpdate(step));
    else {
      const note = 'this session keeps the tools and instructions it was connected with';
      this.#losses.report([{ what: 'setup', note }]);
    }
  }

  #failed(error: unknown): void {
    this.#queue.push({ type: 'error', error: toProviderError(provider, error) });
  }

  #disconnected(): void {
    const error = new ProviderError('the connection was closed', { provider, retryable: true });
    if (this.reconnects && this.#session !== undefined) {
      this.#leave();
      this.#queue.push({ type: 'disconnected', error, ...this.#handle() });
      return;
    }
    if (this.reconnects) return;
    this.#closed = true;
    this.#queue.push({ type: 'error', error });
    if (this.#speaking) this.#queue.push({ type: 'step_end', reason: 'failed' });
    this.#queue.end();
  }

  #connected(): GeminiLiveSession {
    if (this.#closed || (this.#isLost && this.#connection > 1)) {
      throw agentErrors.create('AGENT_TRANSPORT_CLOSED', { provider });
    }
    if (this.#session === undefined) throw agentErrors.create('AGENT_TRANSPORT_NOT_OPEN', { provider });
    return this.#session;
  }
}
