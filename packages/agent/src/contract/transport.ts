import type { Json, JsonObject, ResultScheduling, ToolResponse } from '@helve/core';
import type { ModelResult } from '../projection/to-model-result.js';
import type { Compaction, ContextLimit } from '../transport/context/compact-history.js';
import type { MediaContent } from '../transport/media.js';
import type { StepUses, TransportFeature } from './tool-use.js';

/** Converts a response into what the model may see of it. */
export type ProjectResult = (response: ToolResponse) => ModelResult;

/** A tool call as the provider sent it. */
export interface ProviderCall {
  readonly id: string;
  readonly name: string;
  /** Untouched: text, an object, or nothing at all. */
  readonly args: unknown;
  readonly raw: unknown;
  /** The provider stopped in the middle of the arguments. */
  readonly truncated?: true;
  /** A program that the model wrote makes the call. */
  readonly byProgram?: true;
}

/** The tools that the model may, must or must not use. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** Settings of the next step. */
export interface StepSetup extends StepUses {
  /** Tool definitions in the form of the transport's `schemaKey`. */
  readonly tools: readonly JsonObject[];
  readonly toolChoice: ToolChoice;
  /** Model of the same vendor to ask in place of the transport's own. */
  readonly model?: string | undefined;
  /** Instructions of this step and the next ones, in place of those that the conversation began with. */
  readonly instructions?: string;
  /** Replaces the conversation so far, in the provider's own form. */
  readonly history?: readonly Json[];
  /** Names of the tools during whose calls a live conversation goes on. */
  readonly background?: readonly string[];
}

/** An utterance in an earlier conversation. */
export interface Spoken {
  readonly role: 'user' | 'model';
  readonly text: string;
}

/** Settings that a conversation begins with. */
export interface Setup extends StepSetup {
  readonly instructions: string;
  /** Calls at the end of that conversation that have no answer yet. */
  readonly waiting?: readonly ProviderCall[];
  /** Earlier utterances, for a provider that has neither the history in its own form nor a memory to resume. */
  readonly transcript?: readonly Spoken[];
  /** Handle of an earlier connection, which the provider continues. */
  readonly resumeHandle?: string;
  /** Converts results for the model, unless the transport has a projection of its own. Default: `toModelResult`. */
  readonly project?: ProjectResult;
}

/** Input of a person, or of the application in their name. */
export interface UserInput {
  readonly text?: string;
  /** PCM audio as Base64, for live transports. */
  readonly audio?: string;
  readonly mimeType?: string;
  /** Images and files, as `media` makes them. */
  readonly media?: readonly MediaContent[];
  /** Push-to-talk: the person begins to speak, has finished, or takes back what they said. */
  readonly activity?: Activity;
}

export type Activity = 'start' | 'end' | 'cancel';

/** The answer to one call, before it is put in the provider's form. */
export interface ToolResultMessage {
  readonly id: string;
  readonly name: string;
  readonly result: ToolResponse;
  /** Moment at which the model comments on the result of a background call, for providers that support it. */
  readonly scheduling?: ResultScheduling;
}

/** Milliseconds of the model's audio that a client has played. */
export interface Playback {
  readonly playedMs: number;
  /** As in the audio events. Default: the latest. */
  readonly itemId?: string;
}

/** Options for sending results and input. */
export interface SendOptions {
  /** False adds them without requesting an answer. */
  readonly ask?: boolean;
}

/**
 * The reason for which a model stopped. Calls may come with any of them, and each call of a step that neither failed
 * nor was cancelled needs an answer. `failed` follows the `error` event with the reason; nothing of such a step is
 * kept.
 */
export type StepEnd =
  | 'calls'
  | 'stop'
  | 'length'
  | 'refusal'
  | 'filtered'
  | 'context-full'
  | 'malformed-call'
  | 'paused'
  | 'cancelled'
  | 'failed';

/** One event of a provider, in the form common to all of them. */
export type TransportEvent =
  | { readonly type: 'call'; readonly call: ProviderCall }
  | { readonly type: 'call_cancelled'; readonly ids: readonly string[] }
  | { readonly type: 'text'; readonly text: string }
  /** Thoughts of the model that its provider shows. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** A piece of the arguments of a call that is not complete yet; `name` is empty where it is not known. */
  | { readonly type: 'call_delta'; readonly id: string; readonly name: string; readonly delta: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string; readonly itemId?: string }
  | { readonly type: 'transcript'; readonly role: 'user' | 'model'; readonly text: string; readonly final: boolean }
  /** The person spoke: what the client has not played yet must not be heard. */
  | { readonly type: 'interrupted' }
  | { readonly type: 'step_end'; readonly reason: StepEnd; readonly detail?: string }
  /** Of live transports only: elsewhere a turn ends when a step brings no calls. */
  | { readonly type: 'turn_end' }
  | {
      readonly type: 'usage';
      /** All of the input, cached or not. */
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly cachedTokens?: number;
      /** The model that was asked, where the transport knows it. */
      readonly model?: string;
    }
  /** A request failed, and is sent again after a while, maybe to another model. */
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
      readonly model?: string;
    }
  | { readonly type: 'going_away'; readonly timeLeftMs?: number; readonly resumeHandle?: string }
  /** The connection broke, and `open` makes another one. */
  | { readonly type: 'disconnected'; readonly error: Error; readonly resumeHandle?: string }
  /** The provider can continue the conversation of this connection on another one. */
  | { readonly type: 'resumable'; readonly handle: string }
  | { readonly type: 'loss'; readonly what: string; readonly note: string }
  | { readonly type: 'error'; readonly error: Error };

/** One provider's wire, spoken through its own SDK: thin, and the only part that changes with the provider. */
export interface Transport {
  readonly provider: string;
  /** The provider form of the tools it declares, such as `openaiResponses`. */
  readonly schemaKey: string;
  /** The form that constrains the model to the schema, for tools that have one. */
  readonly strictSchemaKey?: string;
  /** True when call ids are the provider's own, and stable. */
  readonly idsStable: boolean;
  /** True when it takes back the calls of an interrupted answer by itself, and tells which before its turn ends. */
  readonly forgetsInterrupted?: true;
  /** True for one long conversation in which both sides may speak at any time. */
  readonly live: boolean;
  /** True when the tools that `configure` declares are certain to replace those before them. */
  readonly changesTools?: true;
  /** Abilities beyond plain calls. Default: none. */
  readonly features?: readonly TransportFeature[];
  /** True when `open` connects again after `disconnected`, or in place of a connection that ends soon. */
  readonly reconnects?: boolean;
  open(setup: Setup): Promise<void>;
  /** Changes the settings of the next step. */
  configure(step: StepSetup): Promise<void>;
  /**
   * Yields everything the provider sends, until `close`. A step is a run of events that ends with `step_end`; an
   * `error` alone does not end it. Leaving the loop loses nothing: the next `events()` continues with the next event.
   */
  events(): AsyncIterable<TransportEvent>;
  /** Adds user input and requests a step, unless told not to; does not wait for the answer. Live ones always request. */
  sendUser(input: UserInput, options?: SendOptions): Promise<void>;
  /** Requests a step without new input: of what was sent without a request, after `paused`, or after `failed`. */
  askAgain(): Promise<void>;
  /**
   * Reads the calls in one event of the provider, raw or as its SDK gives it. An unreadable one becomes an `error`
   * event.
   */
  receiveToolCalls(event: unknown): readonly ProviderCall[];
  /** Answers one call. The next step is requested when every call of the step has its answer. */
  sendToolResult(result: ToolResultMessage, options?: SendOptions): Promise<void>;
  sendToolResults(results: readonly ToolResultMessage[], options?: SendOptions): Promise<void>;
  /** Stops the current answer. */
  cancel(reason: string): Promise<void>;
  close(): Promise<void>;
  /** Returns the conversation so far in the provider's own form, verbatim; absent where the provider keeps it. */
  history?(): readonly Json[];
  /** Makes a conversation shorter that is longer than the limit; absent where the provider keeps it. */
  compact?(limit: ContextLimit): Promise<Compaction | undefined>;
  /** Speaks to the person while a call runs; absent where nothing can be said meanwhile. */
  speak?(text: string, call: Pick<ProviderCall, 'id' | 'name'>): Promise<void>;
  /** Adds a fact to the conversation without requesting an answer; absent where only an utterance can carry it. */
  note?(text: string): Promise<void>;
  /** Takes note of how much a client has played. */
  played?(playback: Playback): void;
  /** Stops reading from the connection, as its events are not read. */
  pause?(): void;
  resume?(): void;
}
