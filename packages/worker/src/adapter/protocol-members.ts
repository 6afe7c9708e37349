import { deepFreeze, toJsonSchema, type JsonSchemaObject } from '@helve/core';
import type { ToolProtocol } from './tool-protocol.js';

/** One method of a protocol, as a manifest holds it. */
export interface ProtocolMemberMethod {
  readonly name: string;
  readonly params?: readonly string[];
  readonly named?: readonly string[];
  readonly input?: JsonSchemaObject;
  readonly output?: JsonSchemaObject;
}

/** A protocol as plain JSON: what a host matches, without the adapter's code. */
export interface ProtocolMembers {
  readonly methods: readonly ProtocolMemberMethod[];
  readonly properties: readonly string[];
}

/** A protocol as plain JSON. The adapter gives what it sends, and takes what it expects: hence the sides of the schemas. */
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
