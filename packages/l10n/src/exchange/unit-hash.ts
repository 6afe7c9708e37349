import { sha256 } from '@helve/core';
import type { Block, Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';

/** Hashes content without regard to white space, which tools between may change; codes count by their text. */
export function sentHash(runs: Runs): string {
  return sha256(dataText(runs).replaceAll(/\p{White_Space}+/gu, ''));
}

/** Names a block in a manifest: by its id, unless the id holds its text. */
export function blockKey({ id, source }: Block): string {
  const text = dataText(source).trim();
  return text !== '' && id.includes(text) ? digestOf(id) : id;
}

/** True for the key of a block whose id holds its text. */
export function isDigestKey(key: string): boolean {
  return /^#[0-9a-f]{32}$/.test(key);
}

/** Lists the keys that a manifest may have for a block. */
export function keysOfBlock({ id }: Pick<Block, 'id'>): readonly string[] {
  return [id, digestOf(id)];
}

function digestOf(id: string): string {
  return `#${sha256(id).slice(0, 32)}`;
}
