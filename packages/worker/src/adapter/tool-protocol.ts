import type { ToolSchema } from '@helve/core';

/** A method that an adapter calls on its tool. */
export interface ProtocolMethod {
  readonly name: string;
  /** Names of the positional arguments, in the order in which the adapter passes them. */
  readonly params?: readonly string[];
  /** Keys of the named arguments that the adapter passes. */
  readonly named?: readonly string[];
  /** Schema of the values that the adapter sends. */
  readonly input?: ToolSchema;
  /** Schema of the results that the adapter can process. */
  readonly output?: ToolSchema;
}

/** Requirements of an adapter on a tool, as data. */
export interface ToolProtocol {
  readonly methods: readonly ProtocolMethod[];
  readonly properties?: readonly string[];
}
