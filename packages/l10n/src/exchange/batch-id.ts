import { canonicalJson, sha256 } from '@helve/core';
import type { BatchContent } from './manifest.js';

const digits = 16;
const batchPattern = /^[0-9a-f]{8,64}$/;

/** True for a text that may be the id of a batch. */
export function isBatchId(text: string): boolean {
  return batchPattern.test(text);
}

/** Computes the SHA-256 of a batch: equal extracts of one owner are one batch. */
export function batchDigest({ owner, format, options, sourceLocale, targetLocales, files }: BatchContent): string {
  return sha256(canonicalJson({ owner: owner ?? null, format, options, sourceLocale, targetLocales, files }));
}

/** Names a batch by the beginning of its digest. */
export function toBatchId(digest: string): string {
  return digest.slice(0, digits);
}
