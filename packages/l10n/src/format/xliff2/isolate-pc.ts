import { emptyElement, parseStartTag, type IsolatedPair } from '../xliff/isolate-halves.js';

/** Attributes of `pc` that belong to one of its halves, with their names there. */
const halves = ['dataRef', 'disp', 'equiv', 'subFlows'];
/** Attributes that both halves must have alike. */
const shared = ['canCopy', 'canDelete', 'canReorder', 'canOverlap'];

/** Writes a `pc` of XLIFF 2 as `sc` and `ec`, and a `mrk` as `sm` and `em`; the second refers to the first. */
export function isolatePc(startTag: string): IsolatedPair | undefined {
  const tag = parseStartTag(startTag);
  const id = tag?.attributes.get('id');
  if (tag === undefined || id === undefined) return undefined;
  const { prefix, local, attributes } = tag;
  if (local === 'mrk') {
    return { open: emptyElement(`${prefix}sm`, attributes), close: emptyElement(`${prefix}em`, [['startRef', id]]) };
  }
  if (local !== 'pc') return undefined;
  // Halves of different segments may cross other pairs; those of a `pc` do not unless it says so.
  const alike = shared.map(
    (name) => [name, attributes.get(name) ?? (name === 'canOverlap' ? '"no"' : undefined)] as const,
  );
  const ofHalf = (end: 'Start' | 'End') => halves.map((name) => [name, attributes.get(name + end)] as const);
  const own = [...attributes].filter(([name]) => !shared.includes(name) && !/(?:Start|End)$/u.test(name));
  return {
    open: emptyElement(`${prefix}sc`, [...own, ...ofHalf('Start'), ...alike]),
    close: emptyElement(`${prefix}ec`, [['startRef', id], ...ofHalf('End'), ...alike.map(following)]),
  };
}

/** Only the first of a sequence may be marked as such, and the end is never the first. */
function following([name, value]: readonly [string, string | undefined]): readonly [string, string | undefined] {
  return [name, value?.replace('firstNo', 'no')];
}
