import type { Target } from '../../contract/block.js';
import type { Runs } from '../../contract/run.js';
import { structuralText } from '../text/projection.js';

/** True for a translation of a person; files name no origin for it. */
export function isByPerson(origin: Target['origin']): boolean {
  return origin === undefined || origin.kind === 'human';
}

/** True for a target that is marked as new and holds no words of a person: nothing, a copy of its source, or what a tool put in. */
export function isUntranslated({ status, runs, origin }: Target, source: Runs): boolean {
  if (status !== 'new') return false;
  const text = structuralText(runs).trim();
  return text === '' || text === structuralText(source).trim() || !isByPerson(origin);
}
