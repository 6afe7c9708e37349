import type { JsonSchemaObject } from '@helve/core';
import type { ActionStreams } from '../action/action-mark.js';

/** One public method. */
export interface SurfaceMethod {
  readonly name: string;
  /** The name with its parameters; `?` marks a default. */
  readonly signature: string;
  /** Names in order: `arg0` for a destructured parameter, `...rest` for a rest parameter. */
  readonly params: readonly string[];
  /** Keys of destructured parameters. */
  readonly named?: readonly string[];
  readonly static?: true;
  /** Present when names are unreliable, as in minified code. */
  readonly paramsReliable?: false;
  /** Declared with `method` or with an action; never guessed. */
  readonly input?: JsonSchemaObject;
  readonly output?: JsonSchemaObject;
  /** Present on generators: what a caller that takes no stream gets. */
  readonly streams?: ActionStreams;
}

/** A value on the class that is not a function. */
export interface SurfaceAttribute {
  readonly name: string;
  readonly type: string;
}

/** The public surface of a class as data: enough to match a protocol without loading the class. */
export interface StructuralSurface {
  readonly methods: readonly SurfaceMethod[];
  readonly properties: readonly string[];
  readonly attributes: readonly SurfaceAttribute[];
  /** Members inherited from `ToolCapability` unchanged, such as `method cancel`: they change with Helve, not with the tool. */
  readonly base?: readonly string[];
}

/** Returns the members of a surface by unique name: `method cancel`, `static method of`, `property name`. */
export function surfaceMembers({ methods, properties, attributes }: StructuralSurface): ReadonlyMap<string, object> {
  return new Map<string, object>([
    ...methods.map((method) => [methodKey(method), method] as const),
    ...properties.map((name) => [`property ${name}`, { name }] as const),
    ...attributes.map((attribute) => [`attribute ${attribute.name}`, attribute] as const),
  ]);
}

export function methodKey(method: { readonly name: string; readonly static?: boolean }): string {
  return `${method.static === true ? 'static ' : ''}method ${method.name}`;
}
