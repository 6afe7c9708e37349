import type { Json, JsonObject, ToolResponse } from '@helve/core';
import type { ModelResult } from '../projection/to-model-result.js';

/** What a model may see of a response. */
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
}

/** Which tools the model may, must or must not use. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** What the next step is asked with. */
export interface StepSetup {
  /** In the form of the transport's `schemaKey`. */
  readonly tools: readonly JsonObject[];
  readonly toolChoice: ToolChoice;
}

/** What a conversation begins with. */
export interface Setup extends StepSetup {
  readonly instructions: string;
  /** An earlier conversation, in the provider's own form, as `history()` gave it. */
  readonly history?: readonly Json[];
  /** From `going_away`: goes on where an earlier connection ended, for providers that keep the conversation. */
  readonly resumeHandle?: string;
  /** Unless the transport has one of its own; else `toModelResult`. */
  readonly project?: ProjectResult;
}

/** What a person, or the application in their name, says. */
export interface UserInput {
  readonly text?: string;
  /** Base64 of PCM, for live transports. */
  readonly audio?: string;
  readonly mimeType?: string;
}

/** The answer to one call, to be put in the provider's form. */
export interface ToolResultMessage {
  readonly id: string;
  readonly name: string;
  readonly result: ToolResponse;
  /** For providers that let a result pass without comment. */
  readonly silent?: true;
}

/** How results are handed over. */
export interface SendOptions {
  /** False leaves the results with the provider without asking it for an answer. */
  readonly ask?: boolean;
}

/**
 * Why a model stopped. Calls may come with any of them, and each call of a step that did not fail and was not
 * cancelled wants an answer. `failed` follows the `error` event that says why; nothing of such a step is kept.
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

/** What a provider said, in one language. */
export type TransportEvent =
  | { readonly type: 'call'; readonly call: ProviderCall }
  | { readonly type: 'call_cancelled'; readonly ids: readonly string[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'transcript'; readonly role: 'user' | 'model'; readonly text: string; readonly final: boolean }
  | { readonly type: 'interrupted' }
  | { readonly type: 'step_end'; readonly reason: StepEnd; readonly detail?: string }
  /** Of live transports only: elsewhere a turn is over when a step brings no calls. */
  | { readonly type: 'turn_end' }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'going_away'; readonly timeLeftMs?: number; readonly resumeHandle?: string }
  | { readonly type: 'loss'; readonly what: string; readonly note: string }
  | { readonly type: 'error'; readonly error: Error };

/** One provider's wire, spoken by its own SDK: thin, and the only thing that changes when the provider does. */
export interface Transport {
  readonly provider: string;
  /** The provider form of tools it declares, such as `openaiResponses`. */
  readonly schemaKey: string;
  /** The form that binds the model to the schema, for tools that have one. */
  readonly strictSchemaKey?: string;
  /** Call ids are the provider's own, and stay. */
  readonly idsStable: boolean;
  /** It forgets the calls of an interrupted answer by itself: a late result would only confuse it. */
  readonly forgetsInterrupted?: true;
  /** One long conversation both sides may speak in at any time. */
  readonly live: boolean;
  open(setup: Setup): Promise<void>;
  /** What the next step is asked with, where it differs from the setup. */
  configure(step: StepSetup): Promise<void>;
  /**
   * Everything the provider says, until `close`. A step is a run of events that ends with `step_end`; an `error`
   * alone does not end it. Leaving the loop loses nothing: the next `events()` goes on with the next event.
   */
  events(): AsyncIterable<TransportEvent>;
  /** Adds what a person says and asks for a step; it does not wait for the answer. */
  sendUser(input: UserInput): Promise<void>;
  /** Asks for one more step with nothing new said: after `paused`, or to try again after `failed`. */
  askAgain(): Promise<void>;
  /** The calls in one event of the provider, raw or as its SDK gives it. What cannot be read becomes an `error` event. */
  receiveToolCalls(event: unknown): readonly ProviderCall[];
  /** Answers one call. The next step is asked for when every call of the step has its answer. */
  sendToolResult(result: ToolResultMessage, options?: SendOptions): Promise<void>;
  sendToolResults(results: readonly ToolResultMessage[], options?: SendOptions): Promise<void>;
  /** Stops the answer that is being given. */
  cancel(reason: string): Promise<void>;
  close(): Promise<void>;
  /** The conversation so far in the provider's own form, verbatim; absent where the provider keeps it. */
  history?(): readonly Json[];
}
