import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isPlainObject } from '@helve/core';
import { refuseVault } from './refuse-vault.js';
import type { VaultKey } from './vault-key.js';

/** State of a vault: the number of its records, and the tag of the last. */
export interface HeadFacts {
  readonly id: string;
  readonly count: number;
  readonly tag: string;
}

/** Writes a private file that appears whole or not at all; with `flush` it is on disk before it appears. */
export function writeWhole(path: string, text: string, flush = true): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode: 0o600, flush });
  renameSync(temporary, path);
}

/**
 * The head of a vault, in a file beside it, signed with its key. It is written after the records that it counts, so
 * that it may count fewer than exist but never more, unless lines were deleted.
 */
export class VaultHead {
  readonly #path: string;
  readonly #key: VaultKey;

  constructor(path: string, key: VaultKey) {
    this.#path = path;
    this.#key = key;
  }

  read(): HeadFacts | undefined {
    let head: unknown;
    try {
      head = JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      return refuseVault('its head cannot be read', error);
    }
    const { id, count, tag, mac } = isPlainObject(head) ? head : {};
    if (typeof id !== 'string' || typeof count !== 'number' || typeof tag !== 'string')
      return refuseVault('its head is invalid');
    if (mac !== this.#macOf({ id, count, tag })) refuseVault('its head was changed, or was written with another key');
    return { id, count, tag };
  }

  /** Replaces the head as a whole. */
  write(facts: HeadFacts): void {
    writeWhole(this.#path, `${JSON.stringify({ ...facts, mac: this.#macOf(facts) })}\n`, false);
  }

  #macOf({ id, count, tag }: HeadFacts): string {
    return this.#key.macOf(JSON.stringify(['head', id, count, tag]));
  }
}
