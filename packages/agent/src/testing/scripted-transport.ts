import type { Json } from '@helve/core';
import type {
  ProviderCall,
  SendOptions,
  Setup,
  StepEnd,
  StepSetup,
  ToolResultMessage,
  Transport,
  TransportEvent,
  UserInput,
} from '../contract/transport.js';
import { EventQueue } from '../transport/event-queue.js';

/** The provider's next answer: events, or a function that returns them. */
export type Scene = readonly TransportEvent[] | ((prompt: ScenePrompt) => readonly TransportEvent[] | undefined);

/** The input that the provider answers. */
export interface ScenePrompt {
  readonly user?: UserInput;
  readonly results?: readonly ToolResultMessage[];
  readonly setup: StepSetup;
}

/** One message to the provider. */
export type Sent =
  | { readonly kind: 'user'; readonly input: UserInput }
  | { readonly kind: 'results'; readonly results: readonly ToolResultMessage[]; readonly ask: boolean }
  | { readonly kind: 'configure'; readonly setup: StepSetup }
  | { readonly kind: 'again' | 'cancel' | 'close' };

export interface ScriptOptions {
  readonly live?: boolean;
  readonly idsStable?: boolean;
  readonly forgetsInterrupted?: boolean;
  readonly schemaKey?: string;
  readonly provider?: string;
  /** True when it stays silent without a scene. */
  readonly silent?: boolean;
}

/** A provider that follows a script: each request plays the next scene. */
export class ScriptedTransport implements Transport {
  readonly provider: string;
  readonly schemaKey: string;
  readonly idsStable: boolean;
  readonly forgetsInterrupted?: true;
  readonly live: boolean;
  readonly sent: Sent[] = [];
  readonly #queue = new EventQueue<TransportEvent>();
  readonly #scenes: Scene[];
  readonly #history: Json[] = [];
  readonly #silent: boolean;
  #setup: Setup | undefined;
  #isStepOpen = false;
  /** Messages that were sent without a request, for the next one. */
  #unasked: Omit<ScenePrompt, 'setup'> = {};

  constructor(scenes: readonly Scene[] = [], options: ScriptOptions = {}) {
    const { live = false, idsStable = true, schemaKey = 'openai', provider = 'scripted', silent = false } = options;
    this.#scenes = [...scenes];
    this.live = live;
    this.idsStable = idsStable;
    if (options.forgetsInterrupted === true) this.forgetsInterrupted = true;
    this.schemaKey = schemaKey;
    this.provider = provider;
    this.#silent = silent;
  }

  get setup(): Setup {
    if (this.#setup === undefined) throw new Error('not open');
    return this.#setup;
  }

  get userTexts(): readonly string[] {
    return this.sent.flatMap((one) => (one.kind === 'user' && one.input.text !== undefined ? [one.input.text] : []));
  }

  get results(): readonly ToolResultMessage[] {
    return this.sent.flatMap((one) => (one.kind === 'results' ? one.results : []));
  }

  play(...scenes: readonly Scene[]): void {
    this.#scenes.push(...scenes);
  }

  /** Drops the remaining scenes. */
  forget(): void {
    this.#scenes.length = 0;
  }

  /** Emits events that nobody asked for. */
  say(...events: readonly TransportEvent[]): void {
    for (const event of events) this.#push(event);
  }

  /** Closes the connection from the provider's side. */
  hangUp(): void {
    this.#queue.end();
  }

  async open(setup: Setup): Promise<void> {
    this.#setup = setup;
    this.#history.splice(0, this.#history.length, ...(setup.history ?? []));
  }

  async configure(setup: StepSetup): Promise<void> {
    this.sent.push({ kind: 'configure', setup });
    this.#setup = { ...this.setup, ...setup };
    if (setup.history !== undefined) this.#history.splice(0, this.#history.length, ...setup.history);
  }

  events(): AsyncIterable<TransportEvent> {
    return this.#queue;
  }

  async sendUser(input: UserInput, { ask = true }: SendOptions = {}): Promise<void> {
    if (this.#isStepOpen && !this.live) throw new Error('a step is running');
    this.sent.push({ kind: 'user', input });
    if (input.text === undefined) return;
    this.#history.push({ user: input.text });
    this.#unasked = { ...this.#unasked, user: input };
    if (ask) this.#answer();
  }

  async askAgain(): Promise<void> {
    this.sent.push({ kind: 'again' });
    this.#answer();
  }

  receiveToolCalls(): readonly ProviderCall[] {
    return [];
  }

  sendToolResult(result: ToolResultMessage, options?: SendOptions): Promise<void> {
    return this.sendToolResults([result], options);
  }

  async sendToolResults(results: readonly ToolResultMessage[], { ask = true }: SendOptions = {}): Promise<void> {
    this.sent.push({ kind: 'results', results, ask });
    for (const { id, result } of results) this.#history.push({ result: id, ok: result.ok });
    this.#unasked = { ...this.#unasked, results };
    if (ask) this.#answer();
  }

  async cancel(): Promise<void> {
    this.sent.push({ kind: 'cancel' });
    if (this.#isStepOpen) this.#push({ type: 'step_end', reason: 'cancelled' });
  }

  async close(): Promise<void> {
    this.sent.push({ kind: 'close' });
    this.#queue.end();
  }

  history(): readonly Json[] {
    return [...this.#history];
  }

  #answer(): void {
    const prompt = { ...this.#unasked, setup: this.setup };
    this.#unasked = {};
    const scene = this.#scenes.shift();
    const events = typeof scene === 'function' ? scene(prompt) : scene;
    this.#isStepOpen = true;
    // The caller continues first.
    queueMicrotask(() => {
      for (const event of events ?? (this.#silent ? [] : says('…'))) this.#push(event);
    });
  }

  #push(event: TransportEvent): void {
    if (event.type === 'step_end') this.#isStepOpen = false;
    if (event.type === 'call') this.#history.push({ call: event.call.id });
    this.#queue.push(event);
  }
}

/** Plays a model that speaks and stops. */
export function says(text: string): readonly TransportEvent[] {
  return [
    { type: 'text', text },
    { type: 'step_end', reason: 'stop' },
  ];
}

/** Plays a model that calls tools: name, arguments and optionally the id. */
export function callsFor(
  ...calls: readonly (readonly [name: string, args?: unknown, id?: string])[]
): readonly TransportEvent[] {
  return [...calls.map(([name, args, id]) => aCall(name, args, id)), ends('calls')];
}

let ids = 0;

export function aCall(name: string, args: unknown = {}, id = `call_${(ids += 1)}`): TransportEvent {
  return { type: 'call', call: { id, name, args: typeof args === 'string' ? args : JSON.stringify(args), raw: null } };
}

export function ends(reason: StepEnd): TransportEvent {
  return { type: 'step_end', reason };
}

/** Events of a live model at the end of a turn. */
export const over: readonly TransportEvent[] = [ends('stop'), { type: 'turn_end' }];
