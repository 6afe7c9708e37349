import { constraintsOf, textRun, unitText, type Path, type RunEdit, type Runs } from '@helve/flow';
import type { Field } from '../field/field.js';
import { editFrom, lookOfToken } from '../redact/redacted-content.js';
import type { Sighting } from './sighting.js';
import { lookOf, type StoredSecret } from '../stored-secret.js';

/** One unit with the tokens in it. */
export interface SeenUnit {
  readonly path: Path;
  readonly runs: Runs;
  readonly sightings: readonly Sighting[];
}

/** A field with the tokens in it. */
export interface SeenField {
  readonly field: Field;
  readonly units: readonly SeenUnit[];
}

/** The edits that put originals back. */
export function restoringEdits(units: readonly SeenUnit[]): readonly RunEdit[] {
  return units.flatMap(({ path, runs, sightings }) => {
    const ids = new Set(runs.flatMap((run) => ('id' in run ? [run.id] : [])));
    return sightings.flatMap(({ start, end, secret, part }): RunEdit[] => {
      if (secret === undefined) return [];
      const replacement = freeToUse(originalRuns(secret, part), ids);
      return [editFrom(path, start, end, replacement)];
    });
  });
}

/** A text with originals where they were. */
export function restoredText(text: string, sightings: readonly Sighting[]): string {
  const points = Array.from(text);
  let restored = '';
  let at = 0;
  for (const { start, end, secret, part } of sightings) {
    if (secret === undefined) continue;
    restored += points.slice(at, start).join('') + unitText(originalRuns(secret, part));
    at = end;
  }
  return restored + points.slice(at).join('');
}

/** How a side looks with its tokens. */
export function looksOfUnits(units: readonly SeenUnit[]): string {
  return lookOf(units.map(lookOfUnit));
}

function lookOfUnit({ runs, sightings }: SeenUnit): string {
  let look = '';
  let at = 0;
  const ends = new Map(sightings.map((sighting) => [sighting.start, sighting]));
  let skipTo = 0;
  for (const run of runs) {
    for (const sign of run.kind === 'text' ? run.text : '\ufffc') {
      const sighting = ends.get(at);
      if (sighting?.secret !== undefined) {
        look += lookOfToken(sighting.secret.token, sighting.part);
        skipTo = sighting.end;
      } else if (at >= skipTo && run.kind === 'text') look += sign;
      at += 1;
    }
  }
  return look;
}

function originalRuns({ text, pieces }: StoredSecret, part: number | undefined): Runs {
  return pieces?.[(part ?? 1) - 1] ?? [textRun(text)];
}

/** A repeated original leaves those codes out that may stand in a unit only once. */
function freeToUse(runs: Runs, ids: Set<string>): Runs {
  const clash = runs.some((run) => {
    return 'id' in run && run.kind !== 'pc-close' && ids.has(run.id) && !constraintsOf(run).cloneable;
  });
  for (const run of runs) if ('id' in run) ids.add(run.id);
  return clash ? [textRun(unitText(runs))] : runs;
}
