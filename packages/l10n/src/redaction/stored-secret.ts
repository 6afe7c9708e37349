import { canonicalJson, isPlainObject, sha256, type Json } from '@helve/core';
import type { Runs, VaultSecret } from '@helve/flow';
import { decodeRuns } from '@helve/flow/content';

/** Content of the vault for one original. */
export interface StoredSecret {
  readonly token: string;
  readonly category: string;
  /** Its visible text. */
  readonly visible: string;
  readonly text: string;
  /** Its runs, if it contains codes or was extracted in fragments. */
  readonly pieces?: readonly Runs[];
  /** Digest of each target of the block without its secrets: an unchanged target cannot have lost any. */
  readonly targets?: Readonly<Record<string, string>>;
  /** The tokens of each unit of the source after redaction, by its path. */
  readonly given?: TokensByUnit;
}

export type TokensByUnit = Readonly<Record<string, readonly string[]>>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the identity of an original: its text, or its runs if there is more than text. */
export function toOriginal(text: string, pieces: readonly Runs[] | undefined): string {
  return pieces === undefined ? text : canonicalJson(pieces);
}

export function toSecret({ token, category, visible, text, pieces, targets, given }: StoredSecret): VaultSecret {
  const value: Mutable<Omit<StoredSecret, 'token' | 'category'>> = { visible, text };
  if (pieces !== undefined) value.pieces = pieces;
  if (targets !== undefined) value.targets = targets;
  if (given !== undefined) value.given = given;
  return { token, category, value: value as unknown as Json };
}

/** Decodes a secret of the vault; undefined for one that `toSecret` did not write. */
export function fromSecret({ token, category, value }: VaultSecret): StoredSecret | undefined {
  if (!isPlainObject(value)) return undefined;
  const { visible, text, pieces, targets, given } = value;
  if (typeof visible !== 'string' || typeof text !== 'string') return undefined;
  const secret: Mutable<StoredSecret> = { token, category, visible, text };
  if (Array.isArray(pieces)) secret.pieces = pieces.map(decodeRuns);
  if (isPlainObject(targets)) secret.targets = targets as Readonly<Record<string, string>>;
  if (isPlainObject(given)) secret.given = given as TokensByUnit;
  return secret;
}

/** Computes the digest of a side: the texts of its units, with the names of tokens. */
export function sideDigest(units: readonly string[]): string {
  return sha256(canonicalJson(units)).slice(0, 16);
}
