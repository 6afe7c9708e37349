import { canonicalLocale } from './canonical-locale.js';
import type { LocaleId } from '../contract/block.js';
import { FlowError } from '../flow-errors.js';

/** The canonical form of what a document gives as a locale; undefined when it is none. */
export function readLocale(tag: unknown): LocaleId | undefined {
  if (typeof tag !== 'string') return undefined;
  try {
    return canonicalLocale(tag);
  } catch (error) {
    if (error instanceof FlowError) return undefined;
    throw error;
  }
}
