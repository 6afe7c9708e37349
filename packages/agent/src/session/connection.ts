import { isToolError, type JsonObject, type ToolResponse } from '@helve/core';
import { toModelResult } from '../projection/to-model-result.js';
import type { TurnEventBody } from '../contract/session-event.js';
import type { SessionState } from './memory/session-state.js';
import type { Setup, Spoken, StepSetup, ToolChoice, Transport, TransportEvent } from '../contract/transport.js';
import type { PinnedTools } from './toolbox/pin-tools.js';
import type { SessionOptions } from './session-options.js';
import { Reconnection, type Reconnected, type ReconnectionPlan } from './reconnection.js';
import { useLosses, withChosen } from './toolbox/tool-uses.js';
import { SessionToolbox } from './toolbox/session-toolbox.js';

/** Receives the events of a provider. */
export interface ConnectionListener {
  emit(event: TurnEventBody): void;
  receive(event: TransportEvent): void;
  /** The provider has closed the connection, for good. */
  ended(): void;
  /** There is a connection again, after one broke or in place of one that ended soon. */
  reconnected(by: Reconnected): void;
  /** True when nothing would be lost with the present connection. */
  isIdle(): boolean;
  /** Words of a turn that is not over. */
  unfinished(): readonly Spoken[];
}

/** Changes of one step; without them it is asked like the session. */
export interface StepChange extends Pick<StepSetup, 'model' | 'instructions' | 'history'> {
  /** Ids of the only tools to declare. */
  readonly only?: readonly string[];
  /** Definitions to declare beside those of the session's tools. */
  readonly definitions?: readonly JsonObject[];
}

/** The connection to the provider: opened once, read continuously, and made again when it breaks. */
export class Connection {
  transport: Transport;
  readonly #options: SessionOptions;
  readonly #pinned: PinnedTools | Promise<PinnedTools>;
  readonly #memory: SessionState;
  readonly #listener: ConnectionListener;
  #toolbox: SessionToolbox | undefined;
  #declared: StepSetup | undefined;
  #instructions = '';
  #reconnection: Reconnection | undefined;

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

  /** Opens the transport: continues the provider's conversation, where there is a handle, or tells the earlier one. */
  async open(): Promise<void> {
    const { transport } = this;
    const toolbox = await SessionToolbox.open(await this.#pinned, transport, this.#options);
    if (this.#toolbox === undefined || this.#toolbox.schemaKey !== transport.schemaKey) this.#toolbox = toolbox;
    for (const { what, note } of useLosses(this.#options, transport)) {
      this.#listener.emit({ type: 'warning', code: 'AGENT_LOSS', message: note, details: { what } });
    }
    if (transport.live && this.#options.prepareStep !== undefined) {
      const message = 'a live conversation has no steps that `prepareStep` could decide on';
      this.#listener.emit({ type: 'warning', code: 'AGENT_LOSS', message, details: { what: 'prepareStep' } });
    }
    const selected = transport.live ? toolbox.describeSelection() : undefined;
    if (selected !== undefined) {
      this.#listener.emit({ type: 'warning', code: 'AGENT_TOOLS_SELECTED', message: selected });
    }
    const { resumeHandle } = this.#memory;
    if (resumeHandle === undefined) return this.#openWith({});
    try {
      await this.#openWith({ resumeHandle, ...(transport.reconnects === true ? {} : this.#past()) });
    } catch (thrown) {
      this.#memory.resumeHandle = undefined;
      if (transport.reconnects !== true) throw thrown;
      await this.#openWith({});
    }
  }

  listen(): void {
    void this.#pump(this.transport);
  }

  /** Declares the tools of the next step to the provider, where they have changed. */
  async declare(userTexts: readonly string[], choice: ToolChoice, change: StepChange = {}): Promise<void> {
    const { model, instructions = this.#instructions, history, only, definitions = [] } = change;
    if (history === undefined) await this.#makeRoom();
    const own = await this.toolbox.definitions(userTexts, this.#memory.usedTools, only);
    const tools = definitions.length === 0 ? own : [...own, ...definitions];
    const toolChoice = typeof choice === 'object' ? { name: this.toolbox.names[choice.name] ?? choice.name } : choice;
    const known = this.#declared;
    const isKnown = known !== undefined && isSameChoice(known.toolChoice, toolChoice) && isSame(known.tools, tools);
    const isPlain = known?.model === model && known?.instructions === instructions;
    if (isKnown && isPlain && history === undefined) return;
    this.#declared = { tools, toolChoice, model, instructions };
    const told = isPlain ? {} : { model, instructions };
    const replaced = history === undefined ? {} : { history };
    const { background } = this.toolbox;
    const uses = withChosen(this.toolbox.uses, toolChoice);
    await this.transport.configure({ tools, toolChoice, background, ...uses, ...told, ...replaced });
  }

  /** Makes the conversation shorter where it has become too long, and tells what was cut. */
  async #makeRoom(): Promise<void> {
    const { context } = this.#options;
    if (context === undefined) return;
    const compaction = await this.transport.compact?.(context);
    if (compaction === undefined) return;
    const { history: _, ...details } = compaction;
    const { results, items, summarized } = details;
    const cut = [
      ...(results === 0 ? [] : [`${results} results of tools were taken out`]),
      ...(items === 0 ? [] : [`${items} earlier items ${summarized ? 'are told as a summary' : 'were left out'}`]),
    ];
    const message = `The conversation was too long: ${cut.join(', ')}`;
    this.#listener.emit({ type: 'warning', code: 'AGENT_CONTEXT_CUT', message, details });
  }

  /** Sends something; where the connection breaks meanwhile, on the next one. */
  async deliver(send: (transport: Transport) => Promise<void>): Promise<void> {
    for (;;) {
      if (this.#reconnection?.underway === true) await this.#reconnection.done;
      const reconnection = this.#reconnection;
      try {
        return await send(this.transport);
      } catch (thrown) {
        // The connection broke meanwhile: another one is on its way.
        const isNew = this.#reconnection !== undefined && this.#reconnection !== reconnection;
        if (!isConnectionLost(thrown) || !isNew) throw thrown;
      }
    }
  }

  /** Makes no further connections. */
  stop(): void {
    this.#reconnection?.stop();
    this.#reconnection = undefined;
  }

  async #openWith(how: Partial<Setup>): Promise<void> {
    const tools = await this.toolbox.definitions([], this.#memory.usedTools);
    this.#instructions = this.toolbox.instructions();
    const setup: Setup = {
      instructions: this.#instructions,
      tools,
      toolChoice: 'auto',
      background: this.toolbox.background,
      ...this.toolbox.uses,
      project: (response) => toModelResult(this.#convert(response), this.#options),
      ...(how.resumeHandle === undefined ? this.#past() : {}),
      ...how,
    };
    await this.transport.open(setup);
    this.#declared = setup;
  }

  /** Converts the output of a tool into what it wants a model to see. */
  #convert(response: ToolResponse): ToolResponse {
    const { toolId } = response.meta;
    const tool = this.toolbox.pinned.all.get(toolId);
    if (!response.ok || tool?.toModelOutput === undefined) return response;
    try {
      return { ...response, data: tool.toModelOutput(response.data) };
    } catch (thrown) {
      this.#options.report?.(thrown, { toolId, requestId: response.meta.requestId });
      return response;
    }
  }

  /** The conversation so far: in the provider's form where it is known, else as it was spoken. */
  #past(): Pick<Setup, 'history' | 'transcript' | 'waiting'> {
    const history = this.#memory.history;
    const { waiting } = this.#memory;
    if (history.length > 0) return { history, ...(waiting === undefined ? {} : { waiting: waiting.calls }) };
    const spoken = this.#memory.transcript.map(({ role, text }): Spoken => ({ role, text }));
    const transcript = [...spoken, ...this.#listener.unfinished()];
    return transcript.length === 0 ? {} : { transcript };
  }

  #receive(event: TransportEvent): void {
    if (event.type === 'resumable') this.#memory.resumeHandle = event.handle;
    if (event.type === 'disconnected') {
      this.#listener.receive(event);
      return this.#reconnect(event.error.message, { handle: event.resumeHandle });
    }
    if (event.type !== 'going_away') return this.#listener.receive(event);
    this.#memory.resumeHandle = event.resumeHandle ?? this.#memory.resumeHandle;
    this.#listener.receive(event);
    if (this.transport.reconnects !== true) return;
    const { timeLeftMs } = event;
    this.#reconnect('the provider ends this connection soon', {
      handle: event.resumeHandle,
      when: { isIdle: () => this.#listener.isIdle(), ...(timeLeftMs === undefined ? {} : { timeLeftMs }) },
    });
  }

  #reconnect(reason: string, { handle, when }: Pick<ReconnectionPlan, 'handle' | 'when'>): void {
    this.#reconnection?.stop();
    const { clock } = this.#options;
    const reconnection: Reconnection = (this.#reconnection = new Reconnection({
      handle: handle ?? this.#memory.resumeHandle,
      when,
      ...(clock === undefined ? {} : { clock }),
      began: () => this.#listener.emit({ type: 'reconnecting', reason }),
      open: async (resumeHandle) => {
        if (this.transport.history !== undefined) this.#memory.history = this.transport.history();
        if (resumeHandle === undefined) this.#memory.resumeHandle = undefined;
        await this.#openWith(resumeHandle === undefined ? {} : { resumeHandle });
      },
    }));
    reconnection.done.then(
      (by) => {
        if (this.#reconnection !== reconnection || by === undefined) return;
        this.#listener.emit({ type: 'reconnected', by });
        this.#listener.reconnected(by);
      },
      (thrown: unknown) => {
        if (this.#reconnection !== reconnection) return;
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        this.#listener.receive({ type: 'error', error });
        this.#listener.ended();
      },
    );
  }

  async #pump(transport: Transport): Promise<void> {
    try {
      for await (const event of transport.events()) {
        if (transport !== this.transport) return;
        this.#receive(event);
      }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (transport === this.transport) this.#listener.receive({ type: 'error', error });
    }
    if (transport === this.transport) this.#listener.ended();
  }
}

function isConnectionLost(thrown: unknown): boolean {
  return isToolError(thrown) && thrown.code === 'AGENT_TRANSPORT_CLOSED';
}

function isSameChoice(a: ToolChoice, b: ToolChoice): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && a.name === b.name);
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((member, index) => member === b[index]);
}
