import type { ToolDefinition } from './tool-definition.js';

/** The key under which a decorated class keeps its definition: registered, so that two copies of this package agree. */
export const toolMetadata = Symbol.for('helve.tool-definition');

/** The key under which the definition also stands in Reflect metadata, for libraries that look there. */
const METADATA_KEY = 'tool:definition';

/** The part of the `reflect-metadata` polyfill that is used, where an application has loaded it. */
interface MetadataReflect {
  defineMetadata?(key: string, value: unknown, target: object): void;
  getOwnMetadata?(key: string, target: object): unknown;
}

/** Any class: what a decorator is put on. */
export type AnyClass = abstract new (...args: never[]) => object;

/** Stores a definition on its class, where neither `Object.keys` nor `JSON.stringify` shows it. */
export function writeDefinition(target: AnyClass, definition: ToolDefinition): void {
  Object.defineProperty(target, toolMetadata, { value: definition, configurable: true });
  reflect().defineMetadata?.(METADATA_KEY, definition, target);
}

/** The definition of a class or of its nearest decorated ancestor; `undefined` if there is none. */
export function getDefinition(target: unknown): ToolDefinition | undefined {
  for (let current = target; typeof current === 'function'; current = Object.getPrototypeOf(current)) {
    const definition = ownDefinition(current);
    if (definition !== undefined) return definition;
  }
  return undefined;
}

function ownDefinition(target: object): ToolDefinition | undefined {
  const { defineMetadata, getOwnMetadata } = reflect();
  const stored: unknown = Object.getOwnPropertyDescriptor(target, toolMetadata)?.value;
  const seen = getOwnMetadata?.(METADATA_KEY, target);
  // The polyfill may have been loaded after the class was decorated: let others find the definition from now on.
  if (stored !== undefined && seen === undefined) defineMetadata?.(METADATA_KEY, stored, target);
  return (stored ?? seen) as ToolDefinition | undefined;
}

function reflect(): MetadataReflect {
  return Reflect as MetadataReflect;
}
