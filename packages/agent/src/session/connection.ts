import { toModelResult } from '../projection/to-model-result.js';
import type { JsonObject } from '@helve/core';
import type { SessionState } from './memory/session-state.js';
import type { Setup, ToolChoice, Transport, TransportEvent } from '../contract/transport.js';
import type { PinnedTools } from './toolbox/pin-tools.js';
import type { SessionOptions } from './session-options.js';
import { SessionToolbox } from './toolbox/session-toolbox.js';

/** Receives the events of a provider. */
export interface ConnectionListener {
  receive(event: TransportEvent): void;
  /** The provider has closed the connection. */
  ended(): void;
}

/** The connection to the provider: opened once, read continuously, and replaced when the provider goes away. */
export class Connection {
  transport: Transport;
  resumeHandle: string | undefined;
  readonly #options: SessionOptions;
  readonly #pinned: PinnedTools | Promise<PinnedTools>;
  readonly #memory: SessionState;
  readonly #listener: ConnectionListener;
  #toolbox: SessionToolbox | undefined;
  #declared: { readonly tools: readonly JsonObject[]; readonly toolChoice: ToolChoice } | undefined;

  constructor(
    options: SessionOptions,
    pinned: PinnedTools | Promise<PinnedTools>,
    memory: SessionState,
    listener: ConnectionListener,
  ) {
    this.transport = options.transport;
    this.#options = options;
    this.#pinned = pinned;
    this.#memory = memory;
    this.#listener = listener;
    // The rejection is reported by `open`.
    if (pinned instanceof Promise) pinned.catch(() => undefined);
  }

  get isOpen(): boolean {
    return this.#toolbox !== undefined;
  }

  /** The tools of the session; available once it is open. */
  get toolbox(): SessionToolbox {
    if (this.#toolbox === undefined) throw new Error('Cannot use tools: the session is not open');
    return this.#toolbox;
  }

  /** Opens the transport with the remembered history. */
  async open(): Promise<void> {
    const { transport } = this;
    const toolbox = await SessionToolbox.open(await this.#pinned, transport, this.#options);
    const tools = await toolbox.definitions([], this.#memory.usedTools);
    const { history } = this.#memory;
    const setup: Setup = {
      instructions: toolbox.instructions(),
      tools,
      toolChoice: 'auto',
      project: (response) => toModelResult(response, this.#options),
      ...(history.length === 0 ? {} : { history }),
      ...(this.resumeHandle === undefined ? {} : { resumeHandle: this.resumeHandle }),
    };
    await transport.open(setup);
    this.#declared = setup;
    if (this.#toolbox === undefined || this.#toolbox.schemaKey !== transport.schemaKey) this.#toolbox = toolbox;
    this.resumeHandle = undefined;
  }

  listen(): void {
    void this.#pump(this.transport);
  }

  /** Declares the tools of the next step to the provider, where they have changed. */
  async declare(userTexts: readonly string[], toolChoice: ToolChoice): Promise<void> {
    const tools = await this.toolbox.definitions(userTexts, this.#memory.usedTools);
    const known = this.#declared;
    if (known?.toolChoice === toolChoice && isSame(known.tools, tools)) return;
    this.#declared = { tools, toolChoice };
    await this.transport.configure(this.#declared);
  }

  async #pump(transport: Transport): Promise<void> {
    try {
      for await (const event of transport.events()) {
        if (transport !== this.transport) return;
        this.#listener.receive(event);
      }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (transport === this.transport) this.#listener.receive({ type: 'error', error });
    }
    if (transport === this.transport) this.#listener.ended();
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((member, index) => member === b[index]);
}
