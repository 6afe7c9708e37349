import { textRun, unitText, type Path, type RunEdit, type Runs } from '@helve/flow';
import { constraintsOf } from '@helve/flow/content';
import type { Field } from '../field/field.js';
import { editFrom, tokenMark } from '../redact/redacted-content.js';
import type { TokenMatch } from './token-match.js';
import { sideDigest, type StoredSecret } from '../stored-secret.js';

/** One unit with its token matches. */
export interface ScannedUnit {
  readonly path: Path;
  readonly runs: Runs;
  readonly matches: readonly TokenMatch[];
}

/** A field with its token matches. */
export interface ScannedField {
  readonly field: Field;
  readonly units: readonly ScannedUnit[];
}

/** Creates the edits that restore originals. */
export function restoringEdits(units: readonly ScannedUnit[]): readonly RunEdit[] {
  return units.flatMap(({ path, runs, matches }) => {
    const ids = new Set(runs.flatMap((run) => ('id' in run ? [run.id] : [])));
    return matches.flatMap(({ start, end, secret, part }): RunEdit[] => {
      if (secret === undefined) return [];
      const replacement = freeToUse(originalRuns(secret, part), ids);
      return [editFrom(path, start, end, replacement)];
    });
  });
}

/** Restores the originals in a text. */
export function restoredText(text: string, matches: readonly TokenMatch[]): string {
  const points = Array.from(text);
  let restored = '';
  let at = 0;
  for (const { start, end, secret, part } of matches) {
    if (secret === undefined) continue;
    restored += points.slice(at, start).join('') + unitText(originalRuns(secret, part));
    at = end;
  }
  return restored + points.slice(at).join('');
}

/** Computes the digest of a side with its tokens. */
export function scannedDigest(units: readonly ScannedUnit[]): string {
  return sideDigest(units.map(lookOfUnit));
}

function lookOfUnit({ runs, matches }: ScannedUnit): string {
  let look = '';
  let at = 0;
  const ends = new Map(matches.map((match) => [match.start, match]));
  let skipTo = 0;
  for (const run of runs) {
    for (const sign of run.kind === 'text' ? run.text : '\ufffc') {
      const match = ends.get(at);
      if (match?.secret !== undefined) {
        look += tokenMark(match.secret.token, match.part);
        skipTo = match.end;
      } else if (at >= skipTo && run.kind === 'text') look += sign;
      at += 1;
    }
  }
  return look;
}

function originalRuns({ text, pieces }: StoredSecret, part: number | undefined): Runs {
  return pieces?.[(part ?? 1) - 1] ?? [textRun(text)];
}

/** Drops the codes of a repeated original that may occur in a unit only once. */
function freeToUse(runs: Runs, ids: Set<string>): Runs {
  const clash = runs.some((run) => {
    return 'id' in run && run.kind !== 'pc-close' && ids.has(run.id) && !constraintsOf(run).cloneable;
  });
  for (const run of runs) if ('id' in run) ids.add(run.id);
  return clash ? [textRun(unitText(runs))] : runs;
}
