import type { JsonSchemaObject } from '@helve/core';

/** One method that others may call. */
export interface SurfaceMethod {
  readonly name: string;
  /** The name with its parameters: `?` where there is a default. */
  readonly signature: string;
  /** Names in order: `arg0` for a destructured one, `...rest` for a rest parameter. */
  readonly params: readonly string[];
  /** The keys that are taken out of destructured parameters. */
  readonly named?: readonly string[];
  readonly static?: true;
  /** Present if the names cannot be trusted, as in minified code. */
  readonly paramsReliable?: false;
  /** Declared with `method` or with an action; never guessed. */
  readonly input?: JsonSchemaObject;
  readonly output?: JsonSchemaObject;
}

/** A value on the class that is no function. */
export interface SurfaceAttribute {
  readonly name: string;
  readonly type: string;
}

/** What a class offers to others, as data: enough to match a protocol against it without loading it. */
export interface StructuralSurface {
  readonly methods: readonly SurfaceMethod[];
  readonly properties: readonly string[];
  readonly attributes: readonly SurfaceAttribute[];
  /** Members that come from `ToolCapability` as they are, such as `method cancel`: they change with Helve, not with the tool. */
  readonly base?: readonly string[];
}

/** The members of a surface by a name that tells them apart: `method cancel`, `static method of`, `property name`. */
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
