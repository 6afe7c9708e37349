import type { Json, JsonSchemaObject } from '@helve/core';

/** One message of a conversation. */
export interface ModelMessage {
  readonly role: 'user';
  readonly text: string;
}

/** Request to a model. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** JSON Schema that the answer must satisfy. */
  readonly schema?: JsonSchemaObject;
  /** In tokens. */
  readonly maxOutput: number;
  readonly signal?: AbortSignal;
}

/** Answer of a model. */
export interface ModelAnswer {
  readonly text: string;
  /** The text as JSON, if the request has a schema. */
  readonly json?: Json;
  readonly stop: 'end' | 'length' | 'refused';
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** A language model of any vendor. */
export interface LanguageModel {
  readonly id: string;
  readonly vendor: string;
  /** True when its input stays on this machine. */
  readonly local: boolean;
  /** In tokens. */
  readonly limits: { readonly context: number; readonly output: number };
  complete(request: ModelRequest): Promise<ModelAnswer>;
}
