import { units, type Run, type Runs } from '@helve/flow';
import type { XmlElement } from '../xml/xml-node.js';
import { dataElements } from './read-unit.js';

/** The originals that codes show as another text by now, as after redaction; the first content that shows one decides. */
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

/** The id of the original that a code shows; one with words of its own shows none. */
function shownData(run: Run): string | undefined {
  if (!('data' in run) || /\sdisp(?:Start|End)?\s*=/u.test(run.data)) return undefined;
  return /\sdataRef(?:Start)?\s*=\s*["']([^"']*)["']/u.exec(run.data)?.[1];
}
