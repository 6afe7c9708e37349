import { parseTree, type JsonTree, type TreeContainer, type TreeMember } from '../json/json-tree.js';
import { decodeString } from '../json/json-string.js';
import { JsonFault } from '../json/scanner.js';

/** A parsed string catalog. */
export interface Catalog {
  readonly tree: JsonTree;
  readonly sourceLanguage: string;
  readonly strings: TreeContainer;
}

/** Parses a catalog. Throws a `JsonFault` for a text that is none. */
export function parseCatalog(text: string, maxDepth: number, file: string): Catalog {
  const tree = parseTree(text, maxDepth, file);
  const start = Math.max(0, text.search(/\S/u));
  if (tree.root?.kind !== 'object') throw new JsonFault('an object is expected', start);
  const strings = tree.root.byKey.get('strings');
  if (strings === undefined) throw new JsonFault('"strings" is missing', start);
  if (strings.container?.kind !== 'object') throw new JsonFault('"strings" is not an object', positionOf(strings));
  const sourceLanguage = textOf(tree.root.byKey.get('sourceLanguage'));
  if (sourceLanguage === undefined) throw new JsonFault('"sourceLanguage" is missing', start);
  return { tree, sourceLanguage, strings: strings.container };
}

/** Text of a string; undefined for other values. Throws a `JsonFault` where an escape is wrong. */
export function textOf(member: TreeMember | undefined): string | undefined {
  const { raw } = member ?? {};
  if (member === undefined || raw === undefined) return undefined;
  return raw.includes('\\') ? decodeString(raw, positionOf(member)) : raw.slice(1, -1);
}

/** Member of the object that is the value of another. */
export function memberOf(member: TreeMember | undefined, key: string): TreeMember | undefined {
  return member?.container?.kind === 'object' ? member.container.byKey.get(key) : undefined;
}

/** Position of the value of a member. */
export function positionOf({ range }: TreeMember): number {
  return range?.valueAt ?? 0;
}
