import type { Json } from '@helve/core';

/** What a provider sent may be anything: these read it without ever throwing. */
export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = Object.freeze({});

/** The fields of an object, or none. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : none;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a list, or none. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or an empty one. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A count, or 0. */
export function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** For values that came as JSON: the compiler cannot know it. */
export function asJson(value: unknown): Json {
  return value as Json;
}

/** JSON text as a value; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
