import type { Json } from '@helve/core';

/** An object of a provider, which may hold anything; the functions below read it without throwing. */
export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = Object.freeze({});

/** Returns the fields of an object, or none. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : none;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the items of a list, or none. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text, or an empty one. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a count, or 0. */
export function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Types a value that came as JSON. */
export function asJson(value: unknown): Json {
  return value as Json;
}

/** Parses JSON text; `undefined` if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
