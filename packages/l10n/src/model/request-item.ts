import type { JsonObject } from '@helve/core';

/** What an answer is worth: a value, or what is wrong with it and the value as far as it goes. */
export type ReadAnswer<Value> =
  | { readonly value: Value; readonly fault?: never }
  | { readonly fault: string; readonly value?: Value };

/** What came of one item; `raw` is the answer as it was given, `reference` the call that gave it. */
export type ItemAnswer<Value> =
  | (ReadAnswer<Value> & { readonly raw: JsonObject; readonly reference: string; readonly error?: never })
  | { readonly error: unknown };

/** One text that somebody is asked about. */
export interface RequestItem<Value> {
  /** Unlike that of any other item of the group. */
  readonly id: string;
  readonly block: string;
  /** The text, and what goes along with it. */
  readonly item: JsonObject & { readonly text: string };
  read(answer: JsonObject): ReadAnswer<Value>;
}

/** The answer of a call, read. */
export function toAnswer<Value>(asked: RequestItem<Value>, raw: JsonObject, reference: string): ItemAnswer<Value> {
  return { ...asked.read(raw), raw, reference };
}
