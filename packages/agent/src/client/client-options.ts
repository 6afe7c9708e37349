import type { JsonObject, RegistrySnapshot } from '@helve/core';
import type { HydrationResult } from '../contract/hydration.js';
import type { ProjectResult, ProviderCall, ToolChoice, TransportEvent } from '../contract/transport.js';
import type { HydrateOptions } from '../hydrate/hydrate-options.js';
import type { HydrationTools } from '../hydrate/tool-index.js';
import type { ModelAnswer, TransportLoss } from '../transport/protocol.js';
import type { RequestRetryOptions } from '../transport/retry.js';
import type { SchemaLoss } from './declare-tools.js';

/** Options for the hydration of calls; the client supplies the rest. */
export type ClientHydration = Pick<
  HydrateOptions,
  'repair' | 'engine' | 'validators' | 'unknownArgs' | 'limits' | 'onHydration' | 'report'
>;

/** Options of a client. */
export interface ClientOptions extends ClientHydration {
  readonly model: string;
  /** Tools to offer when a request names none. */
  readonly tools?: HydrationTools;
  readonly registry?: RegistrySnapshot;
  readonly retry?: RequestRetryOptions;
  /** Converts a result into what the model sees. Default: `toModelResult`. */
  readonly project?: ProjectResult;
}

/** Options of one request. */
export interface ClientCallOptions extends ClientHydration {
  readonly toolChoice?: ToolChoice;
  readonly signal?: AbortSignal;
}

/** A request in the provider's own form; model and tools may be left out. A string is a user message. */
export type ClientRequest = string | object;

/** The answer of a provider, and the hydration result of each of its calls. */
export interface ChatResult {
  readonly results: readonly HydrationResult[];
  readonly text: string;
  /** The response as the SDK returned it; after `stream`, the items that the conversation keeps. */
  readonly response: unknown;
  readonly usage?: ModelAnswer['usage'];
  readonly losses: readonly (SchemaLoss | TransportLoss)[];
  readonly calls: readonly ProviderCall[];
  /** The caller's request; `reply` extends a copy of it. */
  readonly request: JsonObject;
}

/** Events of a stream: those of a transport, each hydrated call, and the whole result at the end. */
export type ClientEvent =
  | TransportEvent
  | { readonly type: 'hydrated'; readonly result: HydrationResult }
  | { readonly type: 'done'; readonly chat: ChatResult };
