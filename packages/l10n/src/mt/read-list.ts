import { isPlainObject } from '@helve/core';
import type { MtTranslation } from './contract.js';

/** Reads the texts under one key of each member of a list; returns undefined when anything is malformed. */
export function readList(list: unknown, key: string): readonly MtTranslation[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const texts = list.map((item: unknown) => (isPlainObject(item) ? item[key] : undefined));
  return texts.every((text) => typeof text === 'string') ? texts.map((text) => ({ text })) : undefined;
}

/** Returns a member of an object; undefined for everything else. */
export function readMember(value: unknown, key: string): unknown {
  return isPlainObject(value) ? value[key] : undefined;
}

/** Reads an option that is a non-empty text. */
export function textOption(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
