import { parseFragment } from '../xml/parse-xml.js';
import { XmlFault } from '../xml/xml-fault.js';
import type { XmlElement, XmlNode } from '../xml/xml-node.js';
import type { StringsdictOptions } from './options.js';
import { dictPairs, rootDict, type PlistPair } from './plist.js';

/** A comment of the file. */
export interface DictComment {
  readonly start: number;
  readonly raw: string;
}

/** An entry of the file, with the comments right above it. */
export interface DictItem extends PlistPair {
  readonly comments: readonly DictComment[];
}

/** Parses a stringsdict file; throws an `XmlFault` where it is not one. */
export function parseStringsdict(
  text: string,
  file: string,
  { maxDepth, maxExpansion }: Pick<StringsdictOptions, 'maxDepth' | 'maxExpansion'>,
): { readonly dict: XmlElement; readonly items: readonly DictItem[] } {
  if (text.startsWith('bplist')) throw new XmlFault('it is a compiled property list', 0);
  const root = parseFragment(text, { file, format: 'stringsdict', maxDepth, maxExpansion, keepsEntities: true });
  const dict = rootDict(root);
  const places = new Map<XmlNode, number>(dict.children.map((child, at) => [child, at]));
  const items = dictPairs(dict).map((pair) => {
    return { ...pair, comments: commentsAbove(dict, places.get(pair.key) ?? 0, text) };
  });
  return { dict, items };
}

/** Lists the comments right above a child, without a blank line between. */
function commentsAbove(dict: XmlElement, index: number, text: string): readonly DictComment[] {
  const comments: DictComment[] = [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const child = dict.children[at];
    if (child?.kind === 'comment') comments.unshift({ start: child.start, raw: text.slice(child.start, child.end) });
    else if (child?.kind !== 'text' || lineBreaks(child.text) > 1) break;
  }
  return comments;
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}
