import { emptyElement, parseStartTag, type IsolatedPair } from './isolate-halves.js';

/** Writes a `g` of XLIFF 1.2 as `bx` and `ex`, which have the same `rid`. */
export function isolateG(startTag: string): IsolatedPair | undefined {
  const tag = parseStartTag(startTag);
  const id = tag?.attributes.get('id');
  if (tag === undefined || tag.local !== 'g' || id === undefined) return undefined;
  const { prefix, attributes } = tag;
  const endId = `${id.slice(0, -1)}-end${id.slice(-1)}`;
  return {
    open: emptyElement(`${prefix}bx`, [...attributes, ['rid', id]]),
    close: emptyElement(`${prefix}ex`, [
      ['id', endId],
      ['rid', id],
    ]),
  };
}
