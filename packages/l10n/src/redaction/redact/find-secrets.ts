import type { Path } from '@helve/flow';
import { l10nErrors } from '../../l10n-errors.js';
import type { BlockSecrets, FoundSecret } from './block-secrets.js';
import { chooseDetections, type Detection } from '../detect/detection.js';
import type { DetectionsByText } from '../detect/detector.js';
import type { Field } from '../field/field.js';
import { FlatUnit, type UnitRange, type RemovedRange } from './flat-unit.js';
import type { PlaceholderTemplate } from './placeholder-template.js';
import { runsIn, splitMatch } from './split-match.js';
import { isTokenRun } from '../token.js';

/** The secret that a range of a unit belongs to. */
export interface SecretFragment {
  readonly secret: FoundSecret;
  /** Number of the fragment, from 1; absent when the secret is in one piece. */
  readonly part?: number;
}

/** A field while secrets are extracted from it. */
export interface OpenField {
  readonly field: Field;
  readonly units: readonly { readonly path: Path; readonly flat: FlatUnit<SecretFragment> }[];
}

/** Finds the ranges that were marked in a unit before the search. */
export type MarksOf = (field: Field, path: Path, flat: FlatUnit<SecretFragment>) => readonly Detection[];

/** Upper limit of rounds, more than any honest pattern needs. */
const maxRounds = 10;

/** Prepares a field for the search: tokens, and texts that stand for secrets, are not content. */
export function openField(field: Field, placeholder: PlaceholderTemplate): OpenField {
  return {
    field,
    units: field.units.map(({ path, runs }) => ({ path, flat: new FlatUnit(runs, fixedIn(runs, placeholder)) })),
  };
}

/**
 * Extracts the matches from every unit, and searches the rest until nothing is found any more, so that a match hidden
 * by its removed neighbour goes too, and searching the result again finds nothing. Yields texts to search and expects
 * the matches back.
 */
export function* extractSecrets(
  block: string,
  open: readonly OpenField[],
  secrets: BlockSecrets,
  marksOf: MarksOf,
): Generator<readonly string[], void, DetectionsByText> {
  let active = open.flatMap(({ field, units }) => units.map(({ path, flat }) => ({ field, path, flat })));
  for (let round = 1; active.length > 0; round += 1) {
    const found = yield active.map(({ flat }) => flat.text);
    active = active.filter(({ field, path, flat }, index) => {
      const marks = round === 1 ? marksOf(field, path, flat) : none;
      const hits = found[index] ?? none;
      return takeFrom(flat, marks.length === 0 ? hits : [...hits, ...marks], secrets);
    });
    if (round === maxRounds && active.length > 0) {
      throw l10nErrors.create('L10N_REDACTION_LEFT', {
        block,
        count: active.length,
        surface: active[0]?.field.surface ?? '',
      });
    }
  }
}

const none: readonly Detection[] = [];

/** Counts the detections that still cover any content. */
export function countLeft(flat: FlatUnit<SecretFragment>, found: readonly Detection[]): number {
  return found.filter(({ start, end }) => flat.rangeOf(start, end) !== undefined).length;
}

function takeFrom(flat: FlatUnit<SecretFragment>, found: readonly Detection[], secrets: BlockSecrets): boolean {
  if (found.length === 0) return false;
  const removed = chooseDetections(found).flatMap(({ start, end, category }) => {
    const match = flat.rangeOf(start, end);
    return match === undefined ? [] : toFragments(flat, match, category, secrets);
  });
  if (removed.length > 0) flat.take(removed);
  return removed.length > 0;
}

function toFragments(
  flat: FlatUnit<SecretFragment>,
  match: UnitRange,
  category: string,
  secrets: BlockSecrets,
): readonly RemovedRange<SecretFragment>[] {
  const pieces = splitMatch(flat, match);
  const secret = secrets.add(
    category,
    pieces.map((piece) => runsIn(flat, piece)),
  );
  if (pieces.length === 1) return pieces.map(({ start, end }) => ({ start, end, by: { secret } }));
  return pieces.map(({ start, end }, index) => ({ start, end, by: { secret, part: index + 1 } }));
}

function fixedIn(runs: Field['runs'], placeholder: PlaceholderTemplate): readonly UnitRange[] {
  const fixed: UnitRange[] = [];
  let at = 0;
  for (const run of runs) {
    if (run.kind === 'text') {
      for (const { start, end } of placeholder.placesIn(run.text)) fixed.push({ start: at + start, end: at + end });
      at += run.text.length;
    } else {
      if (isTokenRun(run)) fixed.push({ start: at, end: at + 1 });
      at += 1;
    }
  }
  return fixed;
}
