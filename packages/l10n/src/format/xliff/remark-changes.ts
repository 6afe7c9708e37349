import type { AltTranslation, Note } from '@helve/flow';
import { runsDigest } from '../runs-digest.js';

/** Changes to the remarks of one kind in a unit. */
export interface RemarkChanges<T> {
  /** Changed remarks of the file, by their index. */
  readonly rewritten: ReadonlyMap<number, T>;
  /** Remarks that the file does not have. */
  readonly fresh: readonly T[];
}

/** Compares notes; a note is the same one when only its text differs, as after redaction. */
export function noteChanges(read: readonly Note[], wanted: readonly Note[]): RemarkChanges<Note> {
  return remarkChanges(read, wanted, noteKey, ({ from, priority, annotates }) =>
    JSON.stringify([from === undefined, priority, annotates]),
  );
}

/** Compares proposals. */
export function alternativeChanges(
  read: readonly AltTranslation[],
  wanted: readonly AltTranslation[],
): RemarkChanges<AltTranslation> {
  return remarkChanges(read, wanted, alternativeKey, ({ source, locale, score, matchType, engine, toolId }) =>
    JSON.stringify([source === undefined, locale, score, matchType, engine, toolId]),
  );
}

/** Matches wanted remarks that are missing with the next unwanted ones of their kind. */
function remarkChanges<T>(
  read: readonly T[],
  wanted: readonly T[],
  keyOf: (remark: T) => string,
  kindOf: (remark: T) => string,
): RemarkChanges<T> {
  const known = new Set(read.map(keyOf));
  const wantedKeys = new Set(wanted.map(keyOf));
  const free = [...read.entries()].filter(([, remark]) => !wantedKeys.has(keyOf(remark)));
  const rewritten = new Map<number, T>();
  const fresh = wanted.filter((remark) => {
    if (known.has(keyOf(remark))) return false;
    const at = free.findIndex(([, before]) => kindOf(before) === kindOf(remark));
    const [reused] = at < 0 ? [] : free.splice(at, 1);
    if (reused !== undefined) rewritten.set(reused[0], remark);
    return reused === undefined;
  });
  return { rewritten, fresh };
}

function noteKey({ text, from, priority, annotates }: Note): string {
  return JSON.stringify([text, from, priority, annotates]);
}

function alternativeKey({ source, target, locale }: AltTranslation): string {
  return `${locale} ${runsDigest(source ?? [])} ${runsDigest(target)}`;
}
