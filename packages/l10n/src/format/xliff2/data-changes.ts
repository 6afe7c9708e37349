import { units, type Run, type Runs } from '@helve/flow';
import type { XmlElement } from '../xml/xml-node.js';
import { dataElements } from './read-unit.js';

/**
 * Maps originals to the changed visible text of codes, as after redaction; the first content that shows one decides.
 */
export function dataChanges(owner: XmlElement, contents: readonly Runs[]): ReadonlyMap<XmlElement, string> {
  const elements = dataElements(owner);
  const changes = new Map<XmlElement, string>();
  if (elements.size === 0) return changes;
  for (const run of contents.flatMap((runs) => units(runs).flatMap((unit) => unit.runs))) {
    const element = elements.get(shownData(run) ?? '');
    if (element && 'disp' in run && run.disp !== undefined && !changes.has(element)) changes.set(element, run.disp);
  }
  return changes;
}

/** Returns the id of the original that a code shows; undefined for one with its own text. */
function shownData(run: Run): string | undefined {
  if (!('data' in run) || /\sdisp(?:Start|End)?\s*=/u.test(run.data)) return undefined;
  return /\sdataRef(?:Start)?\s*=\s*["']([^"']*)["']/u.exec(run.data)?.[1];
}
