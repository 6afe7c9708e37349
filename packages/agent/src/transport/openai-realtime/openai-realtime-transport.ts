import type { Json, JsonObject } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type {
  Playback,
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
import { Losses } from '../losses.js';
import { PendingCalls, type AnsweredCall } from '../pending-calls.js';
import { ProviderError, toProviderError } from '../provider-error.js';
import { unreadable } from '../read-answer.js';
import { toFields, parseJson, toText, type Fields } from '../read-field.js';
import { mediaLosses, toSentResult } from '../sent-result.js';
import { isKnownKind, readCalls, toStepEnd, toSpeechEvents, toUsage } from './answer.js';
import { RealtimeHistory } from './history.js';
import { base64Bytes, PlaybackClock } from '../playback-clock.js';
import { RealtimeMicrophone } from './microphone.js';
import { defaultAudioFormat, readAudioFormat } from './playback.js';
import {
  itemCreate,
  noteItem,
  responseCreate,
  resultItem,
  sessionUpdate,
  spokenItem,
  truncate,
  userItem,
  withoutImages,
  withPushToTalk,
  withTranscription,
} from './request.js';
import { toUserMedia } from '../user-media.js';
import { ResponseQueue } from './response-queue.js';
import { toWire, type RealtimeConnect, type RealtimeSocket, type RealtimeWire } from './socket.js';

export interface OpenAIRealtimeOptions {
  /**
   * Further fields of the session, such as a voice or turn detection. What the person says is transcribed, unless
   * `audio.input.transcription` is null.
   */
  readonly session?: JsonObject;
  /** True when the client says with `activity` when the person speaks, instead of the provider. Default: false. */
  readonly pushToTalk?: boolean;
  readonly project?: ProjectResult;
}

const provider = 'openai';

/**
 * Transport of OpenAI's Realtime API, over a socket that the caller opened, or over those that a function opens:
 *
 *     new OpenAIRealtimeTransport(() => new OpenAIRealtimeWS({ model }))
 */
export class OpenAIRealtimeTransport implements Transport {
  readonly provider = provider;
  readonly schemaKey = 'openaiRealtime';
  readonly idsStable = true;
  readonly live = true;
  readonly changesTools = true;
  readonly reconnects: boolean;
  readonly #source: RealtimeSocket | RealtimeConnect;
  readonly #options: OpenAIRealtimeOptions;
  readonly #queue = new EventQueue<TransportEvent>();
  readonly #losses = new Losses((event) => this.#queue.push(event));
  readonly #pending = new PendingCalls();
  readonly #history = new RealtimeHistory();
  readonly #playback = new PlaybackClock();
  readonly #microphone = new RealtimeMicrophone();
  readonly #responses = new ResponseQueue((told) => this.#send(responseCreate(told)));
  #background: ReadonlySet<string> = new Set();
  #format: ReturnType<typeof readAudioFormat>;
  /** False where the application decides what interrupts. */
  #voiceInterrupts = true;
  #wire: RealtimeWire | undefined;
  /** Number of the present connection: events of earlier ones are dropped. */
  #connection = 0;
  #isLost = false;
  /** True after an interruption: the rest of the response is dropped. */
  #muted = false;
  /** True when sound was sent since the person began to speak. */
  #hasHeard = false;
  #closed = false;
  #project: ProjectResult;

  constructor(socket: RealtimeSocket | RealtimeConnect, options: OpenAIRealtimeOptions = {}) {
    assertKnownOptions('make a transport to openai', options, ['session', 'pushToTalk', 'project']);
    this.#source = socket;
    this.reconnects = typeof socket === 'function';
    const { session = {}, pushToTalk = false } = options;
    this.#options = { ...options, session: pushToTalk ? withPushToTalk(session) : session };
    this.#project = options.project ?? toModelResult;
    this.#readSession(this.#options.session ?? {});
  }

  /** Connects, or connects again, and tells the conversation so far. */
  async open(setup: Setup): Promise<void> {
    this.#project = this.#options.project ?? setup.project ?? toModelResult;
    this.#background = new Set(setup.background);
    await this.#connect();
    this.#send(sessionUpdate(withTranscription(this.#options.session ?? {}), setup));
    const { history = [], transcript = [] } = setup;
    const past = history.length > 0 ? history : transcript.map(spokenItem);
    this.#history.clear();
    for (const item of past) this.#add(item);
    this.#responses.connected();
  }

  async configure(step: StepSetup): Promise<void> {
    this.#background = new Set(step.background);
    this.#send(sessionUpdate({}, step));
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  /** Sends input: text requests a response; audio leaves that to the turn detection of the session. */
  async sendUser(input: UserInput): Promise<void> {
    const { media, losses } = toUserMedia(input, (mimeType) => mimeType.startsWith('image/'), 'the Realtime API');
    this.#losses.report(losses);
    if (input.activity === 'start') this.#beginTalk();
    if (input.audio !== undefined) this.#send(this.#microphone.append(input.audio, input.mimeType));
    this.#hasHeard ||= input.audio !== undefined;
    if (input.activity === 'end' || input.activity === 'cancel') this.#endTalk(input.activity);
    if (input.text !== undefined || media.length > 0) this.#add(userItem({ ...input, media }));
    if (input.text !== undefined) this.#responses.ask();
  }

  async askAgain(): Promise<void> {
    if (!this.#responses.isAsked) this.#responses.ask();
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

  async sendToolResults(results: readonly ToolResultMessage[], { ask = true }: SendOptions = {}): Promise<void> {
    this.#connected();
    for (const result of results) {
      if (this.#pending.answer(result)) continue;
      this.#queue.push({ type: 'loss', what: 'result', note: `no call "${result.id}" waits for an answer` });
    }
    const answered = ask ? this.#pending.takeComplete() : this.#pending.takeAnswered();
    if (answered.length === 0) return;
    const sent = answered.map(({ call, message }) => toSentResult(call, message, this.#project));
    this.#losses.report(mediaLosses(sent, () => false, 'the Realtime API'));
    for (const result of sent) this.#add(resultItem(result));
    if (ask) this.#askFor(answered);
  }

  async speak(text: string): Promise<void> {
    this.#connected();
    this.#responses.ask(text);
  }

  async note(text: string): Promise<void> {
    this.#add(noteItem(text));
  }

  played(playback: Playback): void {
    this.#playback.report(playback);
  }

  async cancel(_reason: string): Promise<void> {
    const isResponding = this.#responses.isRunning;
    this.#responses.drop();
    if (isResponding) this.#stopResponse();
    // The answer is complete, and the person still hears it.
    if (this.#cutPlayback() && !isResponding) this.#queue.push({ type: 'interrupted' });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#wire?.close();
    this.#queue.end();
  }

  pause(): void {
    this.#wire?.setReading(false);
  }

  resume(): void {
    this.#wire?.setReading(true);
  }

  /** Returns the items that can be created again in a new session: texts, transcripts, calls and their answers. */
  history(): readonly Json[] {
    return this.#history.all();
  }

  async #connect(): Promise<void> {
    if (this.#wire !== undefined && !this.reconnects) return this.#wire.whenOpen();
    this.#leave();
    const own = this.#connection;
    const isPresent = () => own === this.#connection && !this.#closed;
    try {
      const socket = typeof this.#source === 'function' ? await this.#source() : this.#source;
      const wire = toWire(socket, {
        event: (event) => isPresent() && this.#receive(toFields(event)),
        unreadable: (text) => isPresent() && this.#queue.push({ type: 'error', error: unreadable(provider, text) }),
        failed: (error) => isPresent() && !this.reconnects && this.#failed(error),
        closed: () => isPresent() && this.#disconnected(),
      });
      this.#wire = wire;
      await wire.whenOpen();
    } catch (error) {
      throw toProviderError(provider, error);
    }
    if (isPresent()) this.#isLost = false;
  }

  /** Leaves the connection before this one, if there is one. */
  #leave(): void {
    this.#connection += 1;
    this.#wire?.close();
    this.#wire = undefined;
    this.#isLost = true;
    this.#muted = false;
    this.#responses.lost();
  }

  #receive(event: Fields): void {
    const kind = toText(event['type']);
    switch (kind) {
      case 'session.created':
      case 'session.updated':
        this.#readSession(toFields(event['session']));
        break;
      case 'response.created':
        this.#muted = false;
        this.#responses.created();
        break;
      case 'response.done':
        this.#finish(event);
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.#history.transcribed(toText(event['item_id']), toText(event['transcript']));
        break;
      case 'input_audio_buffer.committed':
        this.#history.heard(toText(event['item_id']));
        break;
      case 'error':
        this.#refused(event);
        break;
      case 'input_audio_buffer.speech_started':
        if (this.#voiceInterrupts) this.#interrupted();
        break;
      default:
        if (!isKnownKind(kind)) this.#losses.ignore([kind]);
    }
    this.#hear(event);
  }

  /** Passes speech on; what comes of a response after its interruption is dropped. */
  #hear(event: Fields): void {
    const format = this.#format ?? defaultAudioFormat;
    for (const speech of toSpeechEvents(event, format.mimeType)) {
      const isUser = speech.type === 'transcript' && speech.role === 'user';
      if (this.#muted && !isUser) continue;
      this.#queue.push(speech);
      if (speech.type !== 'audio' || speech.itemId === undefined) continue;
      this.#playback.add(speech.itemId, Number(event['content_index'] ?? 0), base64Bytes(speech.data), format);
    }
  }

  /** A person who begins to speak interrupts what runs and what is played, nothing else. */
  #interrupted(): void {
    const isResponding = this.#responses.isRunning;
    if (!isResponding && this.#pending.size === 0 && !this.#playback.isPlaying) return;
    this.#muted = isResponding;
    this.#cutPlayback();
    this.#queue.push({ type: 'interrupted' });
  }

  /** The person holds the button: nobody else tells the provider that they interrupt. */
  #beginTalk(): void {
    this.#send({ type: 'input_audio_buffer.clear' });
    this.#hasHeard = false;
    const isResponding = this.#responses.isRunning;
    this.#responses.drop();
    this.#interrupted();
    if (isResponding) this.#stopResponse();
  }

  /** The person lets go of the button; the provider refuses an utterance without sound. */
  #endTalk(how: 'end' | 'cancel'): void {
    const isSaid = how === 'end' && this.#hasHeard;
    this.#send({ type: isSaid ? 'input_audio_buffer.commit' : 'input_audio_buffer.clear' });
    this.#hasHeard = false;
    if (isSaid) this.#responses.ask();
  }

  #stopResponse(): void {
    this.#muted = true;
    this.#send({ type: 'response.cancel' });
  }

  /** Cuts what the person has not heard, here and with the provider; true if there was something. */
  #cutPlayback(): boolean {
    const cut = this.#playback.cut();
    for (const piece of cut) {
      this.#send(truncate(piece));
      this.#history.cut(piece);
    }
    return cut.length > 0;
  }

  #finish(event: Fields): void {
    const response = toFields(event['response']);
    const cancelled = response['status'] === 'cancelled' || response['status'] === 'failed';
    const calls = cancelled ? [] : readCalls(event);
    const { reason, detail } = toStepEnd(response, calls.length > 0);
    this.#muted = false;
    this.#history.finished(response);
    this.#pending.expect(calls, (name) => this.#background.has(name));
    for (const call of calls) this.#queue.push({ type: 'call', call });
    for (const usage of toUsage(response)) this.#queue.push(usage);
    if (reason === 'failed') this.#queue.push({ type: 'error', error: toProviderError(provider, { message: detail }) });
    this.#queue.push({ type: 'step_end', reason, ...(detail === undefined ? {} : { detail }) });
    // The provider goes on by itself only after answers that it waits for.
    if (calls.every(({ name }) => this.#background.has(name))) this.#queue.push({ type: 'turn_end' });
    this.#responses.done();
  }

  /** Asks for the answer to results: background ones wait for a pause, interrupt, or ask for none. */
  #askFor(answered: readonly AnsweredCall[]): void {
    const schedules = answered.map(({ background, message: { scheduling = 'when_idle' } }) =>
      background ? scheduling : 'when_idle',
    );
    if (schedules.every((scheduling) => scheduling === 'silent')) return;
    if (schedules.includes('interrupt') && this.#responses.isRunning) {
      this.#stopResponse();
      this.#cutPlayback();
      this.#queue.push({ type: 'interrupted' });
    }
    this.#responses.ask();
  }

  /** Handles a refusal: when the server has begun a response of its own, our request waits for its end. */
  #refused(event: Fields): void {
    const { code } = toFields(event['error']);
    if (code === 'conversation_already_has_active_response') return this.#responses.refused();
    // Cancelling a response that has just ended is no failure.
    if (code === 'response_cancel_not_active') return;
    this.#failed(event);
  }

  #readSession(session: Fields): void {
    this.#microphone.read(session);
    this.#format = readAudioFormat(session) ?? this.#format;
    const detection = toFields(toFields(session['audio'])['input'])['turn_detection'] ?? session['turn_detection'];
    const interrupts = toFields(detection)['interrupt_response'];
    if (typeof interrupts === 'boolean') this.#voiceInterrupts = interrupts;
  }

  #failed(error: unknown): void {
    this.#queue.push({ type: 'error', error: toProviderError(provider, error) });
  }

  #disconnected(): void {
    const error = new ProviderError('the connection was closed', { provider, retryable: true });
    if (this.reconnects) {
      // One that was never there is reported by `open`.
      if (this.#isLost) return;
      this.#leave();
      this.#queue.push({ type: 'disconnected', error });
      return;
    }
    this.#closed = true;
    this.#queue.push({ type: 'error', error });
    if (this.#responses.isRunning) this.#queue.push({ type: 'step_end', reason: 'failed' });
    this.#queue.end();
  }

  #add(item: Json): void {
    this.#connected();
    this.#history.add(withoutImages(item));
    this.#send(itemCreate(item));
  }

  #send(event: object): void {
    this.#connected().send(event);
  }

  #connected(): RealtimeWire {
    if (this.#closed || (this.#isLost && this.#connection > 1)) {
      throw agentErrors.create('AGENT_TRANSPORT_CLOSED', { provider });
    }
    if (this.#wire === undefined) throw agentErrors.create('AGENT_TRANSPORT_NOT_OPEN', { provider });
    return this.#wire;
  }
}
