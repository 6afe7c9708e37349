import type { CloseRun, OpenRun, Run, Runs } from '@helve/flow';
import type { ContentSegment } from './segment/content-segment.js';
import { ownSubType } from './inline-draft.js';

/** Both halves of a pair, each as an element of its own. */
export interface IsolatedPair {
  readonly open: string;
  readonly close: string;
}

/** Writes the start tag of a paired element as two elements that may stand in different segments, if the format can. */
export type IsolatePair = (startTag: string) => IsolatedPair | undefined;

/**
 * Rewrites pairs of codes whose halves are in different segments, so that each segment is well-formed by itself. Other
 * codes stay.
 */
export function isolateHalves(segments: readonly ContentSegment[], isolate: IsolatePair): readonly ContentSegment[] {
  const pairs = new Map<Run, string>();
  const open: { readonly run: OpenRun; readonly segment: number }[] = [];
  for (const [segment, { runs }] of segments.entries()) {
    for (const run of runs) {
      if (run.kind === 'pc-open') open.push({ run, segment });
      if (run.kind !== 'pc-close') continue;
      const at = open.findLastIndex(({ run: { id } }) => id === run.id);
      const [partner] = at < 0 ? [] : open.splice(at, 1);
      if (partner !== undefined && partner.segment !== segment) addHalves(pairs, partner.run, run, isolate);
    }
  }
  if (pairs.size === 0) return segments;
  return segments.map((segment) => ({ ...segment, runs: withData(segment.runs, pairs) }));
}

function addHalves(pairs: Map<Run, string>, open: OpenRun, close: CloseRun, isolate: IsolatePair): void {
  if (open.subType?.startsWith(ownSubType) !== true) return;
  const isolated = isolate(open.data);
  if (isolated === undefined) return;
  pairs.set(open, isolated.open).set(close, isolated.close);
}

function withData(runs: Runs, data: ReadonlyMap<Run, string>): Runs {
  return runs.map((run) => {
    const text = data.get(run);
    return text === undefined || (run.kind !== 'pc-open' && run.kind !== 'pc-close') ? run : { ...run, data: text };
  });
}

/** Parses a start tag into its prefix, its local name and its attributes as they are spelled. */
export function parseStartTag(
  tag: string,
): { readonly prefix: string; readonly local: string; readonly attributes: ReadonlyMap<string, string> } | undefined {
  const head = /^<((?:[\w.-]+:)?)([\w.-]+)/u.exec(tag);
  if (head === null || tag.endsWith('/>')) return undefined;
  const [, prefix = '', local = ''] = head;
  const found = tag.slice(head[0].length).matchAll(/([\w.:-]+)\s*=\s*("[^"]*"|'[^']*')/gu);
  return { prefix, local, attributes: new Map(Array.from(found, ([, name = '', value = '']) => [name, value])) };
}

/** Writes an empty element from attributes as they are spelled. */
export function emptyElement(name: string, attributes: Iterable<readonly [string, string | undefined]>): string {
  const written = Array.from(attributes, ([key, value]) => (value === undefined ? '' : ` ${key}=${value}`));
  return `<${name}${written.join('')}/>`;
}
