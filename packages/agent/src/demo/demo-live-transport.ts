import type {
  ProviderCall,
  SendOptions,
  Setup,
  StepSetup,
  ToolResultMessage,
  Transport,
  TransportEvent,
  UserInput,
} from '../contract/transport.js';
import { EventQueue } from '../transport/event-queue.js';

/** 20 ms of silence at 24 kHz, 16 bit: the audio of a model without a voice. */
const silence = 'AAAA'.repeat(320);
const mimeType = 'audio/pcm;rate=24000';

/**
 * The demo model as a voice model: user input interrupts it, and it says everything as audio with a transcript.
 *
 *     text ─▶ transcript (user) ─▶ audio, transcript (model) … ─▶ step_end ─▶ turn_end
 */
export class DemoLiveTransport implements Transport {
  readonly provider: string;
  readonly schemaKey: string;
  readonly idsStable: boolean;
  readonly live = true;
  readonly #inner: Transport;
  readonly #queue = new EventQueue<TransportEvent>();
  #running = false;
  #cannotHear = false;

  constructor(inner: Transport) {
    this.#inner = inner;
    this.provider = inner.provider;
    this.schemaKey = inner.schemaKey;
    this.idsStable = inner.idsStable;
  }

  async open(setup: Setup): Promise<void> {
    await this.#inner.open(setup);
    void this.#pump();
  }

  configure(step: StepSetup): Promise<void> {
    return this.#inner.configure(step);
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  async sendUser({ text, audio }: UserInput): Promise<void> {
    if (audio !== undefined) this.#confessDeafness();
    if (text === undefined) return;
    if (this.#running) {
      this.#queue.push({ type: 'interrupted' });
      await this.cancel('interrupted');
    }
    this.#queue.push({ type: 'transcript', role: 'user', text, final: true });
    await this.#start(() => this.#inner.sendUser({ text }));
  }

  askAgain(): Promise<void> {
    return this.#start(() => this.#inner.askAgain());
  }

  receiveToolCalls(event: unknown): readonly ProviderCall[] {
    return this.#inner.receiveToolCalls(event);
  }

  sendToolResult(result: ToolResultMessage, options?: SendOptions): Promise<void> {
    return this.sendToolResults([result], options);
  }

  async sendToolResults(results: readonly ToolResultMessage[], options: SendOptions = {}): Promise<void> {
    const send = () => this.#inner.sendToolResults(results, options);
    await (options.ask === false ? send() : this.#start(send));
  }

  cancel(reason: string): Promise<void> {
    return this.#inner.cancel(reason);
  }

  async close(): Promise<void> {
    await this.#inner.close();
    this.#queue.end();
  }

  async #start(ask: () => Promise<void>): Promise<void> {
    this.#running = true;
    try {
      await ask();
    } catch (error) {
      this.#running = false;
      throw error;
    }
  }

  async #pump(): Promise<void> {
    for await (const event of this.#inner.events()) {
      for (const spoken of this.#speak(event)) this.#queue.push(spoken);
    }
  }

  #speak(event: TransportEvent): readonly TransportEvent[] {
    if (event.type === 'text') {
      const transcript = { type: 'transcript', role: 'model', text: event.text, final: false } as const;
      return [{ type: 'audio', data: silence, mimeType }, transcript];
    }
    if (event.type !== 'step_end') return [event];
    this.#running = false;
    return event.reason === 'calls' ? [event] : [event, { type: 'turn_end' }];
  }

  #confessDeafness(): void {
    if (this.#cannotHear) return;
    this.#cannotHear = true;
    this.#queue.push({ type: 'loss', what: 'audio', note: 'The demo model cannot hear: send text' });
  }
}
