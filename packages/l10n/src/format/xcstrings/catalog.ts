import { decodeString } from '../json/json-string.js';
import type { JsonTree, TreeMember } from '../json/json-tree.js';

/** Facts about a string catalog that all of its entries need. */
export interface Catalog {
  /** Everything before its first entry, which tells the manner in which it is written. */
  readonly head: JsonTree;
  readonly sourceLanguage: string;
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
