import type { ToolSchema } from '@helve/core';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';

/** Schemas of a method: its object of named arguments, and its result. */
export interface MethodSchemas {
  readonly input?: ToolSchema;
  readonly output?: ToolSchema;
}

/** A method decorator, in the standard form and in TypeScript's older one. */
export interface MethodDecorator {
  (method: object, context: ClassMethodDecoratorContext): void;
  (owner: object, name: string | symbol, descriptor: PropertyDescriptor): void;
}

// Registered, so that two copies of this package read each other's marks.
const markKey = Symbol.for('helve.method');

/** Declares the schemas of a public method for the structural surface; calling the method does not change. */
export function method(schemas: MethodSchemas): MethodDecorator {
  return (
    ...args: readonly [object, ClassMethodDecoratorContext] | readonly [object, string | symbol, PropertyDescriptor]
  ) => {
    const [first, , descriptor] = args;
    const marked: unknown = args.length === 2 ? first : descriptor?.value;
    if (typeof marked !== 'function') {
      const details = 'only a method has schemas of this kind';
      throw new CapabilityDefinitionError(`Cannot declare schemas: ${details}`, { details });
    }
    Object.defineProperty(marked, markKey, { value: Object.freeze({ ...schemas }), configurable: true });
  };
}

/** Returns the declared schemas of a function; undefined without any. */
export function findMethodSchemas(target: unknown): MethodSchemas | undefined {
  if (typeof target !== 'function') return undefined;
  return Object.getOwnPropertyDescriptor(target, markKey)?.value as MethodSchemas | undefined;
}
