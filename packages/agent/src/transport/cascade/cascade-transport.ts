import type { Compaction, ContextLimit } from '../context/compact-history.js';
import type { Json } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type { SpeechToText, TextToSpeech } from '../../contract/speech.js';
import type { TransportFeature } from '../../contract/tool-use.js';
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
import { toProviderError } from '../provider-error.js';
import { toSentResult } from '../sent-result.js';
import { Ear } from './ear.js';
import { ModelCalls, type LateResult } from './model-calls.js';
import { Mouth } from './mouth.js';
import { Sentences } from './sentences.js';
import type { Utterance } from './utterance.js';
import type { VoiceActivityOptions } from './voice-activity.js';

/** The parts of a voice. */
export interface CascadeOptions {
  /** Transport of a model that reads and writes text. */
  readonly model: Transport;
  readonly speechToText: SpeechToText;
  readonly textToSpeech: TextToSpeech;
  /** True when the client says with `activity` when the person speaks. Default: false. */
  readonly pushToTalk?: boolean;
  readonly voiceActivity?: VoiceActivityOptions;
}

/**
 * A voice for any model that reads and writes text:
 *
 *     sound ─▶ ear ─ began ─▶ silence: what is being said stops
 *                └─ ended ─▶ speech to text ─▶ model ─ text ─▶ sentences ─▶ mouth: text to speech ─▶ sound
 *                                               ▲ └─ calls ─▶ session ─┐
 *                                               └────── results ◀──────┘
 */
export class CascadeTransport implements Transport {
  readonly provider: string;
  readonly schemaKey: string;
  readonly strictSchemaKey?: string;
  readonly idsStable: boolean;
  readonly features: readonly TransportFeature[];
  readonly live = true;
  readonly changesTools = true;
  /** Absent where the provider keeps the conversation. */
  readonly history?: () => readonly Json[];
  readonly compact?: (limit: ContextLimit) => Promise<Compaction | undefined>;
  readonly #model: Transport;
  readonly #speechToText: SpeechToText;
  readonly #queue = new EventQueue<TransportEvent>();
  readonly #losses = new Losses((event) => this.#queue.push(event));
  readonly #calls = new ModelCalls();
  readonly #sentences = new Sentences();
  readonly #ear: Ear;
  readonly #mouth: Mouth;
  readonly #controller = new AbortController();
  /** Utterances that were taken back. */
  readonly #taken = new WeakSet<Utterance>();
  /** Facts that the model learns with the next input. */
  #notes: string[] = [];
  /** Results that the model learns in the next pause. */
  #waiting: string[] = [];
  /** Settles when everything that was said so far is with the model. */
  #asking: Promise<void> = Promise.resolve();
  #hearing = 0;
  /** Steps that the model was asked for and has not ended. */
  #steps = 0;
  #isOpen = false;
  #background: ReadonlySet<string> = new Set();
  #project: ProjectResult = toModelResult;

  constructor(options: CascadeOptions) {
    const known = ['model', 'speechToText', 'textToSpeech', 'pushToTalk', 'voiceActivity'];
    assertKnownOptions('make a voice of a text model', options, known);
    const { model, speechToText, textToSpeech, pushToTalk = false, voiceActivity } = options;
    if (model.live) {
      const problem = 'option "model" is a live transport, which needs no cascade';
      throw agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'make a voice of a text model', problem });
    }
    this.provider = model.provider;
    this.schemaKey = model.schemaKey;
    if (model.strictSchemaKey !== undefined) this.strictSchemaKey = model.strictSchemaKey;
    this.idsStable = model.idsStable;
    this.features = model.features ?? [];
    if (model.history !== undefined) this.history = () => model.history?.() ?? [];
    if (model.compact !== undefined) this.compact = async (limit) => model.compact?.(limit);
    this.#model = model;
    this.#speechToText = speechToText;
    this.#mouth = new Mouth(textToSpeech, {
      push: (event) => this.#queue.push(event),
      failed: (thrown) => this.#speechless(textToSpeech.name, thrown),
    });
    this.#ear = new Ear(
      { sampleRate: speechToText.sampleRate, pushToTalk, voiceActivity },
      {
        began: (utterance) => this.#began(utterance),
        ended: (utterance, isMeant) => void (isMeant || this.#taken.add(utterance)),
      },
    );
  }

  async open(setup: Setup): Promise<void> {
    this.#background = new Set(setup.background);
    this.#project = setup.project ?? toModelResult;
    await this.#model.open(setup);
    if (!this.#isOpen) void this.#pump();
    this.#isOpen = true;
  }

  configure(step: StepSetup): Promise<void> {
    this.#background = new Set(step.background);
    return this.#model.configure(step);
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  async sendUser(input: UserInput): Promise<void> {
    const { text, audio, mimeType = 'audio/pcm;rate=16000', activity, media = [] } = input;
    if (activity === 'start') this.#ear.press();
    if (audio !== undefined && !this.#ear.hear(audio, mimeType)) {
      this.#losses.report([{ what: 'audio', note: `only PCM such as audio/pcm;rate=16000 is heard, not ${mimeType}` }]);
    }
    if (activity === 'end' || activity === 'cancel') this.#ear.release(activity === 'end');
    if (text === undefined && media.length === 0) return;
    if (text === undefined) {
      this.#losses.report([{ what: 'media', note: 'pictures are shown to the model together with a text only' }]);
      return;
    }
    this.#silence();
    await this.#ask({ text, ...(media.length === 0 ? {} : { media }) });
  }

  askAgain(): Promise<void> {
    return this.#think(() => this.#model.askAgain());
  }

  receiveToolCalls(event: unknown): readonly ProviderCall[] {
    return this.#model.receiveToolCalls(event);
  }

  sendToolResult(result: ToolResultMessage, options?: SendOptions): Promise<void> {
    return this.sendToolResults([result], options);
  }

  async sendToolResults(results: readonly ToolResultMessage[], options: SendOptions = {}): Promise<void> {
    const { answers, late } = this.#calls.take(results);
    for (const result of late) this.#learn(result, options);
    if (answers.length === 0) return;
    const isComplete = this.#calls.size === 0 && options.ask !== false;
    const send = () => this.#model.sendToolResults(answers, options);
    await (isComplete ? this.#think(send) : send());
    this.#settle();
  }

  /** Speaks for a running call; the model is not asked. */
  async speak(text: string): Promise<void> {
    this.#mouth.apart();
    this.#mouth.say(`${text.trimEnd()} `);
  }

  async note(text: string): Promise<void> {
    this.#notes.push(text);
  }

  played(playback: Playback): void {
    this.#mouth.played(playback);
  }

  async cancel(): Promise<void> {
    const isComplete = !this.#isThinking && this.#calls.size === 0;
    if (this.#hush() && isComplete) this.#queue.push({ type: 'interrupted' });
    await this.#model.cancel('interrupted');
  }

  async close(): Promise<void> {
    this.#controller.abort(new Error('closed'));
    this.#ear.release(false);
    this.#mouth.cut();
    await this.#model.close();
    this.#queue.end();
  }

  pause(): void {
    this.#mouth.hold('reader', true);
  }

  resume(): void {
    this.#mouth.hold('reader', false);
  }

  get #isThinking(): boolean {
    return this.#steps > 0;
  }

  async #pump(): Promise<void> {
    for await (const event of this.#model.events()) this.#receive(event);
  }

  #receive(event: TransportEvent): void {
    if (event.type === 'text') return this.#say(this.#sentences.add(event.text));
    if (event.type === 'call') this.#calls.expect(event.call);
    if (event.type !== 'step_end') return this.#queue.push(event);
    this.#steps -= 1;
    if (event.reason === 'cancelled') this.#sentences.flush();
    this.#say(this.#sentences.flush());
    this.#mouth.apart();
    if (this.#calls.size > 0 || event.reason === 'cancelled') {
      this.#queue.push(event);
      return void this.#defer(({ name }) => this.#background.has(name), 'go on');
    }
    this.#mouth.after(() => {
      this.#queue.push(event);
      if (event.reason !== 'paused' && event.reason !== 'malformed-call') this.#queue.push({ type: 'turn_end' });
      this.#settle();
    });
  }

  #say(sentences: readonly string[]): void {
    for (const sentence of sentences) this.#mouth.say(sentence);
  }

  /** Somebody begins to speak: what they hear stops; what they do not hear yet waits for their words. */
  #began(utterance: Utterance): void {
    if (this.#mouth.isAudible) this.#silence();
    this.#mouth.hold('listening', true);
    this.#hearing += 1;
    const { signal } = this.#controller;
    const words = this.#speechToText.transcribe(utterance, signal).catch((thrown: unknown) => {
      if (!signal.aborted) {
        this.#queue.push({ type: 'error', error: toProviderError(this.#speechToText.name, thrown) });
      }
      return '';
    });
    const before = this.#asking;
    this.#asking = words.then(async (text) => {
      await before;
      this.#hearing -= 1;
      if (this.#hearing === 0) this.#mouth.hold('listening', false);
      if (signal.aborted || this.#taken.has(utterance) || text.trim() === '') return this.#settle();
      this.#silence();
      this.#queue.push({ type: 'transcript', role: 'user', text: text.trim(), final: true });
      await this.#sendWords({ text: text.trim() }).catch((thrown: unknown) => this.#failed(thrown));
    });
  }

  /** Stops the answer, spoken or under way. */
  #silence(): void {
    const isAnswering = this.#isThinking || this.#calls.size > 0;
    if (this.#hush() || isAnswering) this.#queue.push({ type: 'interrupted' });
    if (this.#isThinking) void this.#model.cancel('the person spoke');
  }

  /** Says nothing more of this answer; true where the person heard it. */
  #hush(): boolean {
    this.#sentences.flush();
    const cut = this.#mouth.cut();
    if (cut === undefined) return false;
    this.#notes.push(toNote(`The person interrupted you. They heard only: ${JSON.stringify(cut.heard)}`));
    return true;
  }

  #ask(input: UserInput): Promise<void> {
    const asking = this.#asking.then(() => this.#sendWords(input));
    this.#asking = asking.catch(() => undefined);
    return asking;
  }

  /** Sends words to the model, which may still think about earlier ones, or wait for answers. */
  async #sendWords(input: UserInput): Promise<void> {
    await this.#model.cancel('the person spoke');
    await this.#defer(() => true, 'wait');
    const words = [...this.#notes.splice(0), ...this.#waiting.splice(0), input.text ?? ''];
    const text = words.filter((part) => part !== '').join('\n\n');
    if (text === '') return;
    this.#mouth.forget();
    await this.#think(() => this.#model.sendUser({ ...input, text }));
  }

  /** Gives calls that the conversation does not wait their first answer; the model goes on when it waits for no other. */
  async #defer(isMeant: (call: ProviderCall) => boolean, then: 'go on' | 'wait'): Promise<void> {
    const answers = this.#calls.defer(isMeant);
    if (answers.length === 0) return;
    const goesOn = then === 'go on' && this.#calls.size === 0;
    const send = () => this.#model.sendToolResults(answers, { ask: goesOn });
    try {
      await (goesOn ? this.#think(send) : send());
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  /** Tells the result of a call that has its first answer; one that was called off has nothing to tell. */
  #learn({ call, message }: LateResult, { ask = true }: SendOptions): void {
    const { result, scheduling = 'when_idle' } = message;
    if (!result.ok && result.error.type === 'CANCELLED') return;
    const { text } = toSentResult(call, message, this.#project);
    const note = toNote(`The result of your earlier call of ${call.name}: ${text}`);
    if (!ask || scheduling === 'silent') return void this.#notes.push(note);
    this.#waiting.push(note);
    if (scheduling === 'interrupt') this.#silence();
    this.#settle();
  }

  /** Tells what waits for a pause, when there is one. */
  #settle(): void {
    if (this.#waiting.length === 0 || this.#isThinking || this.#hearing > 0) return;
    if (this.#calls.size > 0 || this.#mouth.isTalking || this.#controller.signal.aborted) return;
    this.#ask({ text: '' }).catch((thrown: unknown) => this.#failed(thrown));
  }

  async #think(ask: () => Promise<void>): Promise<void> {
    this.#steps += 1;
    try {
      await ask();
    } catch (thrown) {
      this.#steps -= 1;
      throw thrown;
    }
  }

  #failed(thrown: unknown): void {
    if (this.#controller.signal.aborted) return;
    this.#queue.push({ type: 'error', error: toProviderError(this.provider, thrown) });
    this.#queue.push({ type: 'step_end', reason: 'failed' });
  }

  /** Text is still shown where nothing can say it. */
  #speechless(name: string, thrown: unknown): void {
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    this.#losses.report([{ what: 'speech', note: `${name} cannot say the answer: ${problem}` }]);
  }
}

function toNote(text: string): string {
  return `[Note: ${text}]`;
}
