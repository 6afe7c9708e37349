import { resolve } from 'node:path';
import type { TrailHead, TrailStore } from '@helve/core';
import { invalid, readOptions } from '../read-options.js';
import { storeErrors } from '../store-errors.js';
import { changeIn, emptyHead, headOf, type TrailRow } from './chain.js';
import { readHeadKey, type HeadKey } from './head-key.js';
import { createTrailCounter, type TrailCounter } from './trail-counter.js';

/** The key that signs the heads of a trail, stored outside the store. The counter of the trail lies beside it. */
export interface TrailKeyOptions {
  /** A file with a secret of 32 characters or more, or with an Ed25519 private key in PEM. */
  readonly file: string;
  /** Creates the file when it is missing. */
  readonly make?: boolean;
}

/** Validates the options of a key. */
export function readTrailKey(value: unknown): TrailKeyOptions | undefined {
  if (value === undefined) return undefined;
  const { file, make = false } = readOptions(value, ['file', 'make']);
  if (typeof file !== 'string' || file === '') throw invalid('`trailKey.file` is not the path of a file');
  if (typeof make !== 'boolean') throw invalid('`trailKey.make` is not a boolean');
  return { file: resolve(file), make };
}

/** Remembers the latest head of a trail and checks whether the current one continues from it. */
export interface TrailGuard {
  /** The latest head that was stored, by this process or by another one that has the key. */
  known(): TrailHead;
  /**
   * Describes what is wrong with a head; undefined when it continues from the known one and was signed with the key.
   * `hashAtKnown` is the trail's hash at the number of the known head.
   */
  problemOf(head: TrailHead, known: TrailHead, hashAtKnown: string | undefined): string | undefined;
  sign(head: TrailHead): TrailHead;
  /** Remembers a durable head. */
  keep(head: TrailHead): void;
  /** Accepts a head, whatever was known. */
  accept(head: TrailHead): void;
  /** True for the head that was accepted: its record may have been changed. */
  isAccepted(head: TrailHead): boolean;
  close(): void;
}

/** A trail that is protected against tampering. */
export interface GuardedTrail extends TrailStore {
  /** Throws when the trail cannot be written or does not continue from the known head. */
  check(): Promise<void>;
  /**
   * Accepts the trail as it is, even when it was cut: signs its head and counts from it. Append a record afterwards: a
   * last record that was changed is accepted by this store only.
   */
  accept(): Promise<TrailHead>;
  close(): Promise<void>;
}

/** Creates a guard. Without a key it remembers only the heads that this process has seen. */
export function createTrailGuard(location: string, options: TrailKeyOptions | undefined): TrailGuard {
  let seen: TrailHead = emptyHead;
  let accepted: TrailHead | undefined;
  let key: HeadKey | undefined;
  const loadKey = () =>
    options === undefined ? undefined : (key ??= readHeadKey(options.file, options.make === true));
  const counter: TrailCounter | undefined =
    options === undefined ? undefined : createTrailCounter(`${options.file}.counter`, location);

  return Object.freeze({
    known: () => {
      // Without its key there is no trail to write: nothing is created beside a key that was never there.
      if (options?.make !== true) loadKey();
      return later(counter?.read(), seen);
    },
    problemOf: (head, known, hashAtKnown) =>
      gapProblem(head, known, hashAtKnown) ?? signatureProblem(loadKey(), head, known),
    sign: (head) => {
      const signature = loadKey()?.sign(head);
      return signature === undefined ? head : { ...head, signature };
    },
    keep: (head) => {
      seen = head;
      counter?.raise(head);
    },
    accept: (head) => {
      seen = head;
      accepted = head;
      counter?.set(head);
    },
    isAccepted: ({ hash, count }) => accepted?.hash === hash && accepted.count === count,
    close: () => counter?.close(),
  } satisfies TrailGuard);
}

function later(known: TrailHead | undefined, seen: TrailHead): TrailHead {
  return known !== undefined && known.count > seen.count ? known : seen;
}

function gapProblem(head: TrailHead, known: TrailHead, hashAtKnown: string | undefined): string | undefined {
  if (head.count < known.count) {
    return `it ends at record ${head.count}, and ${known.count} were written: its end was cut off, or this is an older copy or a new store`;
  }
  if (known.count === 0 || hashAtKnown === known.hash) return undefined;
  return `record ${known.count} is not the one that was written`;
}

/** Describes a bad signature. A trail that began without a key is signed from its next record on. */
function signatureProblem(key: HeadKey | undefined, head: TrailHead, known: TrailHead): string | undefined {
  if (key === undefined || head.count === 0) return undefined;
  if (head.signature === undefined) return known.count === 0 ? undefined : 'its head is not signed';
  const state = key.check(head, head.signature);
  if (state === 'right') return undefined;
  if (state === 'wrong') return 'the signature of its head is wrong';
  return 'its head was signed with another key: records were added without this key, or the key was lost or replaced; machines that share a store share one key';
}

/** Throws unless the last record is the one that the head names, and the head the one that was written. */
export function assertWhole(guard: TrailGuard, head: TrailHead, known: TrailHead, found: TrailEnd): void {
  const problem =
    endProblem(head, found) ??
    guard.problemOf(head, known, found.hashAtKnown) ??
    (guard.isAccepted(head) ? undefined : lastProblem(found));
  if (problem !== undefined) throw storeErrors.create('STORE_TRAIL_CUT', { problem });
}

/** The end of the trail according to its records. */
export interface TrailEnd {
  /** The last record; undefined in an empty trail. */
  readonly last: TrailRow | undefined;
  /** Hash of the record at the number of the known head. */
  readonly hashAtKnown: string | undefined;
}

function endProblem(head: TrailHead, { last }: TrailEnd): string | undefined {
  const { hash, count } = headOf(last);
  if (count < head.count) return `its records end at ${count}, and its head counts ${head.count}`;
  if (count > head.count) return `it has records up to ${count}, and its head counts ${head.count}`;
  return hash === head.hash ? undefined : `record ${count} is not the one that its head names`;
}

function lastProblem({ last }: TrailEnd): string | undefined {
  const change = last && changeIn(last);
  return change && `its last record is not the one that was written: ${change}`;
}
