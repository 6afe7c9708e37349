import { deepFreeze, toJsonSchema, type JsonSchemaObject } from '@helve/core';
import type { ToolProtocol } from './tool-protocol.js';

/** One method of a protocol, as stored in a manifest. */
export interface ProtocolMemberMethod {
  readonly name: string;
  readonly params?: readonly string[];
  readonly named?: readonly string[];
  readonly input?: JsonSchemaObject;
  readonly output?: JsonSchemaObject;
}

/** A protocol as plain JSON, which a host matches without the adapter's code. */
export interface ProtocolMembers {
  readonly methods: readonly ProtocolMemberMethod[];
  readonly properties: readonly string[];
}

/** Converts a protocol to plain JSON. The adapter sends `input` and receives `output`, which determines the sides of the schemas. */
export function toProtocolMembers({ methods, properties = [] }: ToolProtocol): ProtocolMembers {
  return deepFreeze({
    methods: methods.map(({ name, params, named, input, output }) => ({
      name,
      ...(params === undefined ? {} : { params: [...params] }),
      ...(named === undefined ? {} : { named: [...named] }),
      ...(input === undefined ? {} : { input: toJsonSchema(input, 'output') }),
      ...(output === undefined ? {} : { output: toJsonSchema(output, 'input') }),
    })),
    properties: [...properties],
  });
}
