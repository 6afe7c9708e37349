import { canonicalJson, isPlainObject, sha256, type Json } from '@helve/core';
import { decodeRuns, type Runs, type Secret } from '@helve/flow';

/** Content of the vault for one original. */
export interface StoredSecret {
  readonly token: string;
  readonly category: string;
  /** Its visible text. */
  readonly visible: string;
  readonly text: string;
  /** Its runs, where it holds codes or was taken out in pieces. */
  readonly pieces?: readonly Runs[];
  /** Digest of each target of the block without its secrets: an unchanged target cannot have lost any. */
  readonly targets?: Readonly<Record<string, string>>;
  /** The tokens that stood in each unit of the source, by its path, when the secrets were out. */
  readonly given?: TokensByUnit;
}

export type TokensByUnit = Readonly<Record<string, readonly string[]>>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The name of an original: its text, or everything about it where there is more than text. */
export function originalOf(text: string, pieces: readonly Runs[] | undefined): string {
  return pieces === undefined ? text : canonicalJson(pieces);
}

export function toSecret({ token, category, visible, text, pieces, targets, given }: StoredSecret): Secret {
  const value: Mutable<Omit<StoredSecret, 'token' | 'category'>> = { visible, text };
  if (pieces !== undefined) value.pieces = pieces;
  if (targets !== undefined) value.targets = targets;
  if (given !== undefined) value.given = given;
  return { token, category, value: value as unknown as Json };
}

/** Reads what a vault gives back; undefined for what was not written by `toSecret`. */
export function fromSecret({ token, category, value }: Secret): StoredSecret | undefined {
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
