import { deepFreeze } from '@helve/core';
import type { Constraints, Run, Runs } from '../../contract/run.js';
import { unknownConstraints, vocabularyData, type VocabularyEntry } from './vocabulary-data.js';

const entries = new Map(vocabularyData.map((entry) => [entry.type, entry]));
const all: Constraints = Object.freeze({ deletable: true, cloneable: true, reorderable: true });

/** Adds types of inline codes; a known type is replaced. */
export function extendVocabulary(more: readonly VocabularyEntry[]): void {
  for (const entry of more) entries.set(entry.type, deepFreeze(entry));
}

/** Looks up the entry of a type, or of its family. */
export function vocabularyOf(type: string): VocabularyEntry | undefined {
  return entries.get(type) ?? entries.get(`${type.slice(0, type.indexOf(':'))}:*`);
}

/** Every type that is known, in the order of the list. */
export function vocabulary(): readonly VocabularyEntry[] {
  return [...entries.values()];
}

/** Gives the constraints of a run by itself; for a closer in its unit use `constraintsAt`. */
export function constraintsOf(run: Run): Constraints {
  switch (run.kind) {
    case 'text':
      return all;
    case 'ph':
    case 'pc-open':
      return run.constraints ?? vocabularyOf(run.type)?.constraints ?? unknownConstraints;
    case 'pc-close':
      return vocabularyOf(run.type)?.constraints ?? unknownConstraints;
    case 'sub':
    case 'plural':
    case 'select':
      return unknownConstraints;
  }
}

/** Gives the constraints of one run of a unit: a closer has those of its opener. */
export function constraintsAt(unit: Runs, index: number): Constraints {
  const run = unit[index];
  if (run === undefined) return unknownConstraints;
  const partner = run.kind === 'pc-close' ? partnerOf(unit, index) : undefined;
  return constraintsOf(partner === undefined ? run : (unit[partner] ?? run));
}

/** The index of the other half of a pair in the same unit. */
export function partnerOf(unit: Runs, index: number): number | undefined {
  const run = unit[index];
  if (run?.kind === 'pc-open') return scan(unit, index, 1, run.id, 'pc-close');
  if (run?.kind === 'pc-close') return scan(unit, index, -1, run.id, 'pc-open');
  return undefined;
}

/** Clones share an id, so halves of the same kind on the way are counted. */
function scan(unit: Runs, from: number, by: 1 | -1, id: string, wanted: 'pc-open' | 'pc-close'): number | undefined {
  let depth = 0;
  for (let index = from + by; index >= 0 && index < unit.length; index += by) {
    const run = unit[index];
    if (run === undefined || !('id' in run) || run.id !== id) continue;
    if (run.kind === wanted && depth === 0) return index;
    if (run.kind === 'pc-open' || run.kind === 'pc-close') depth += run.kind === wanted ? -1 : 1;
  }
  return undefined;
}
