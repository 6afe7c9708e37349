import { isPlainObject } from '@helve/core';
import type { MtTranslation } from './contract.js';

/** The texts under one key of each member of a list; undefined when anything is not as it should be. */
export function readList(list: unknown, key: string): readonly MtTranslation[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const texts = list.map((item: unknown) => (isPlainObject(item) ? item[key] : undefined));
  return texts.every((text) => typeof text === 'string') ? texts.map((text) => ({ text })) : undefined;
}

/** A member of an object, undefined for everything else. */
export function memberOf(value: unknown, key: string): unknown {
  return isPlainObject(value) ? value[key] : undefined;
}

/** An option that is a text and not empty. */
export function textOption(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
