import type { Json, JsonObject, ResultScheduling } from '@helve/core';
import type { ProviderCall, StepEnd, StepSetup, TransportEvent, UserInput } from '../contract/transport.js';
import type { TransportFeature } from '../contract/tool-use.js';
import type { HistoryForm } from './context/history-form.js';
import type { MediaContent } from './media.js';

/** Something a provider cannot express, and its replacement. */
export interface TransportLoss {
  readonly what: string;
  readonly note: string;
}

/** A value, and the losses on the way to it. */
export interface Lossy<Value> {
  readonly value: Value;
  readonly losses: readonly TransportLoss[];
}

/** A request in the provider's form. */
export type ProviderRequest = JsonObject;

/** A result for a provider: the text for the model, and the call it answers. */
export interface SentResult {
  readonly call: ProviderCall;
  readonly ok: boolean;
  /** The projection of the response as JSON. */
  readonly text: string;
  readonly media: readonly MediaContent[];
  readonly scheduling: ResultScheduling | undefined;
}

/** One complete answer of a model. */
export interface ModelAnswer {
  readonly calls: readonly ProviderCall[];
  readonly text: string;
  readonly reason: StepEnd;
  readonly detail?: string;
  /** The part that the conversation keeps, verbatim. */
  readonly items: readonly Json[];
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number; readonly cachedTokens?: number };
  readonly responseId?: string;
}

/** Assembles an answer from the chunks of a stream. Throws only for an error that the provider reports. */
export interface AnswerReader {
  read(chunk: unknown): readonly TransportEvent[];
  /** Returns the answer; `undefined` if it broke off. With `gaps`, something was unreadable, and the rest must do. */
  end(gaps: boolean): ModelAnswer | undefined;
}

/** Creates ids of calls for providers that send none. */
export type MakeId = () => string;

/** Requests and responses of one provider: everything that differs between transports and clients of its kind. */
export interface Protocol {
  readonly provider: string;
  readonly schemaKey: string;
  readonly strictSchemaKey?: string;
  readonly idsStable: boolean;
  /** True when the provider keeps the conversation, so that only new items are sent. */
  readonly remembers: boolean;
  /** The form of its conversations, for making them shorter. */
  readonly form: HistoryForm;
  /** Abilities beyond plain calls. Default: none. */
  readonly features?: readonly TransportFeature[];
  /** Adds instructions, tools and choice to a request. */
  withSetup(request: ProviderRequest, setup: StepSetup & { readonly instructions?: string }): Lossy<ProviderRequest>;
  /** Adds items to the conversation of a request. */
  withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest;
  userItems(input: UserInput): Lossy<readonly Json[]>;
  resultItems(results: readonly SentResult[]): Lossy<readonly Json[]>;
  /** Requests an answer in chunks. */
  stream(request: ProviderRequest, signal: AbortSignal): Promise<AsyncIterable<unknown>>;
  /** Requests an answer in one piece. */
  ask(request: ProviderRequest, signal: AbortSignal): Promise<unknown>;
  createReader(makeId: MakeId): AnswerReader;
  /** Reads an answer that came in one piece. */
  readResponse(response: unknown, makeId: MakeId): ModelAnswer;
  /** Returns the complete calls of one event or answer. */
  readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[];
}

/** Wraps a value without losses. */
export function lossless<Value>(value: Value): Lossy<Value> {
  return { value, losses: [] };
}
