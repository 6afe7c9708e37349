import { digest, sha256 } from '@helve/core';
import type { Block } from '../../contract/block.js';
import { hashText, structuralText } from '../text/projection.js';

const space = /\p{White_Space}/u;

/** The hash of a block's words: SHA-256 of `hashText` of the source without white space at its ends. */
export function contentHash(block: Block): string {
  return (block.identity.contentHash ??= sha256(trimSpace(hashText(block.source))));
}

/** The hash of a block's words with its codes: SHA-256 of `structuralText` of the source. */
export function structureHash(block: Block): string {
  return (block.identity.structureHash ??= sha256(structuralText(block.source)));
}

/** Hashes the context of a block. It is not cached, since properties may change. */
export function contextHash(block: Block): string {
  const properties = Object.fromEntries(Object.entries(block.properties).filter(([key]) => !key.startsWith('@')));
  return digest({ name: block.name, properties, type: block.type });
}

/** Says whether a stored record is about the block as it is now, or as it is in another context. */
export function recordHash(block: Block, context = contextHash(block)): string {
  return digest([contentHash(block), structureHash(block), context]);
}

/** Trims what Unicode calls white space, which is not quite what `trim` takes. All of it is one UTF-16 unit wide. */
function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
