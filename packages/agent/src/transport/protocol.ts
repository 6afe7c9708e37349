import type { Json, JsonObject } from '@helve/core';
import type { ProviderCall, StepEnd, StepSetup, TransportEvent, UserInput } from '../contract/transport.js';
import type { MediaContent } from './media.js';

/** Something a provider cannot express, and what became of it. */
export interface TransportLoss {
  readonly what: string;
  readonly note: string;
}

/** A value, and what was lost on the way to it. */
export interface Lossy<Value> {
  readonly value: Value;
  readonly losses: readonly TransportLoss[];
}

/** A request in the provider's form. */
export type ProviderRequest = JsonObject;

/** A result on its way to a provider: what the model reads, and the call it answers. */
export interface SentResult {
  readonly call: ProviderCall;
  readonly ok: boolean;
  /** The projection of the response as JSON: what the model may see. */
  readonly text: string;
  readonly media: readonly MediaContent[];
  readonly silent: boolean;
}

/** One complete answer of a model. */
export interface ModelAnswer {
  readonly calls: readonly ProviderCall[];
  readonly text: string;
  readonly reason: StepEnd;
  readonly detail?: string;
  /** What the conversation keeps of it, verbatim. */
  readonly items: readonly Json[];
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  readonly responseId?: string;
}

/** Puts an answer together from the chunks of a stream. It throws only for an error that the provider reports. */
export interface AnswerReader {
  read(chunk: unknown): readonly TransportEvent[];
  /** The answer, or `undefined` if it broke off. With `gaps`, something was unreadable, and the rest has to do. */
  end(gaps: boolean): ModelAnswer | undefined;
}

/** Makes the ids of calls for providers that send none. */
export type MakeId = () => string;

/** How one provider is asked and read: everything that differs between transports and clients of its kind. */
export interface Protocol {
  readonly provider: string;
  readonly schemaKey: string;
  readonly strictSchemaKey?: string;
  readonly idsStable: boolean;
  /** The provider keeps the conversation: only what is new is sent. */
  readonly remembers: boolean;
  /** Adds instructions, tools and choice to a request. */
  withSetup(request: ProviderRequest, setup: StepSetup & { readonly instructions?: string }): Lossy<ProviderRequest>;
  /** Adds items to the conversation of a request. */
  withItems(request: ProviderRequest, items: readonly Json[]): ProviderRequest;
  userItems(input: UserInput): Lossy<readonly Json[]>;
  resultItems(results: readonly SentResult[]): Lossy<readonly Json[]>;
  /** Asks for an answer in chunks. */
  stream(request: ProviderRequest, signal: AbortSignal): Promise<AsyncIterable<unknown>>;
  /** Asks for an answer in one piece. */
  ask(request: ProviderRequest, signal: AbortSignal): Promise<unknown>;
  createReader(makeId: MakeId): AnswerReader;
  /** An answer that came in one piece. */
  readResponse(response: unknown, makeId: MakeId): ModelAnswer;
  /** Complete calls in one event or answer. */
  readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[];
}

/** A value with nothing lost. */
export function lossless<Value>(value: Value): Lossy<Value> {
  return { value, losses: [] };
}
