import { toJsonSchema, type JsonSchemaObject } from '@helve/core';
import type { ActionStreams } from '../action/action-mark.js';
import { capabilityActions } from '../action/capability-actions.js';
import { classChain, type AnyClass } from './class-members.js';
import { findMethodSchemas, type MethodSchemas } from './method.js';

/** Returns the declared schemas of a class by method name. An override without schemas inherits them. */
export function declaredSchemas(target: AnyClass): (name: string) => {
  readonly input?: JsonSchemaObject;
  readonly output?: JsonSchemaObject;
  readonly streams?: ActionStreams;
} {
  const chain = classChain(target);
  const ofActions = new Map([...capabilityActions(target).values()].map((entry) => [entry.method, entry]));
  return (name) => {
    const { input, output } = markAbove(chain, name) ?? ofActions.get(name) ?? {};
    const streams = ofActions.get(name)?.streams;
    return {
      ...(input === undefined ? {} : { input: toJsonSchema(input, 'input') }),
      ...(output === undefined ? {} : { output: toJsonSchema(output, 'output') }),
      ...(streams === undefined ? {} : { streams }),
    };
  };
}

function markAbove(chain: readonly AnyClass[], name: string): MethodSchemas | undefined {
  for (const { prototype } of chain) {
    const found: unknown = Object.getOwnPropertyDescriptor(prototype as object, name)?.value;
    const schemas = findMethodSchemas(found);
    if (schemas !== undefined) return schemas;
  }
  return undefined;
}
