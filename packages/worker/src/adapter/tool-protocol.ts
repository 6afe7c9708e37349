import type { ToolSchema } from '@helve/core';

/** A method that an adapter calls on its tool. */
export interface ProtocolMethod {
  readonly name: string;
  /** Names in order, as the adapter passes them. */
  readonly params?: readonly string[];
  /** The keys of named arguments that the adapter passes. */
  readonly named?: readonly string[];
  /** What the adapter sends. */
  readonly input?: ToolSchema;
  /** What the adapter can work with. */
  readonly output?: ToolSchema;
}

/** What an adapter needs of a tool, as data. */
export interface ToolProtocol {
  readonly methods: readonly ProtocolMethod[];
  readonly properties?: readonly string[];
}
