import type { JsonObject } from '@helve/core';

/** A parsed answer: a value, or its fault and the value as far as it goes. */
export type ReadAnswer<Value> =
  | { readonly value: Value; readonly fault?: never }
  | { readonly fault: string; readonly value?: Value };

/** Result of one item; `raw` is the answer as given, `reference` its call. */
export type ItemAnswer<Value> =
  | (ReadAnswer<Value> & { readonly raw: JsonObject; readonly reference: string; readonly error?: never })
  | { readonly error: unknown };

/** One text in a request to a model or engine. */
export interface RequestItem<Value> {
  /** Unique in the group. */
  readonly id: string;
  readonly block: string;
  /** The text and its context. */
  readonly item: JsonObject & { readonly text: string };
  read(answer: JsonObject): ReadAnswer<Value>;
}

/** Parses the answer of a call. */
export function toAnswer<Value>(request: RequestItem<Value>, raw: JsonObject, reference: string): ItemAnswer<Value> {
  return { ...request.read(raw), raw, reference };
}
