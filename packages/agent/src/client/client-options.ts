import type { JsonObject, RegistrySnapshot } from '@helve/core';
import type { HydrationResult } from '../contract/hydration.js';
import type { ProjectResult, ProviderCall, ToolChoice, TransportEvent } from '../contract/transport.js';
import type { HydrateOptions } from '../hydrate/hydrate-options.js';
import type { HydrationTools } from '../hydrate/tool-index.js';
import type { ModelAnswer, TransportLoss } from '../transport/protocol.js';
import type { RequestRetryOptions } from '../transport/retry.js';
import type { SchemaLoss } from './declare-tools.js';

/** How calls are hydrated; the client knows the rest. */
export type ClientHydration = Pick<
  HydrateOptions,
  'repair' | 'engine' | 'validators' | 'unknownArgs' | 'limits' | 'onHydration' | 'report'
>;

/** What a client is made with. */
export interface ClientOptions extends ClientHydration {
  readonly model: string;
  /** Offered where a request names none. */
  readonly tools?: HydrationTools;
  readonly registry?: RegistrySnapshot;
  readonly retry?: RequestRetryOptions;
  /** What the model sees of a result; `toModelResult` unless given. */
  readonly project?: ProjectResult;
}

/** What one request can be told. */
export interface ClientCallOptions extends ClientHydration {
  readonly toolChoice?: ToolChoice;
  readonly signal?: AbortSignal;
}

/** A request in the provider's own form, without model and tools if one likes; a text is what a user says. */
export type ClientRequest = string | object;

/** What a provider answered, and what became of its calls. */
export interface ChatResult {
  readonly results: readonly HydrationResult[];
  readonly text: string;
  /** As the SDK gave it; after `stream`, which has none, what the conversation keeps of it. */
  readonly response: unknown;
  readonly usage?: ModelAnswer['usage'];
  readonly losses: readonly (SchemaLoss | TransportLoss)[];
  readonly calls: readonly ProviderCall[];
  /** The caller's request; `reply` adds to a copy of it. */
  readonly request: JsonObject;
}

/** What a stream says: the events of a transport, each hydrated call, and the whole at the end. */
export type ClientEvent =
  | TransportEvent
  | { readonly type: 'hydrated'; readonly result: HydrationResult }
  | { readonly type: 'done'; readonly chat: ChatResult };
