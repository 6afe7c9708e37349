import type { Json, JsonSchemaObject } from '@helve/core';

/** One thing that was said. */
export interface ModelMessage {
  readonly role: 'user';
  readonly text: string;
}

/** What a model is asked. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** JSON Schema that the answer must satisfy. */
  readonly schema?: JsonSchemaObject;
  /** In tokens. */
  readonly maxOutput: number;
  readonly signal?: AbortSignal;
}

/** What it answers. */
export interface ModelAnswer {
  readonly text: string;
  /** The text as JSON, where a schema was given. */
  readonly json?: Json;
  readonly stop: 'end' | 'length' | 'refused';
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** A model of language, of whatever vendor. */
export interface LanguageModel {
  readonly id: string;
  readonly vendor: string;
  /** Text given to it stays on this machine. */
  readonly local: boolean;
  /** In tokens. */
  readonly limits: { readonly context: number; readonly output: number };
  complete(request: ModelRequest): Promise<ModelAnswer>;
}
