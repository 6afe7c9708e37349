import { membersOf, type JsonTree, type TreeContainer, type TreeMember } from './json-tree.js';

/** A value to put into a JSON text. */
export interface NewValue {
  /** Keys of the objects and arrays around it, from the root. */
  readonly path: readonly string[];
  readonly key: string;
  /** The value as JSON. */
  readonly raw: string;
}

/**
 * Puts a value into a tree: behind the member of its object that holds `after`, else at the head of the object. Objects
 * that are missing are made. Returns undefined where something else stands in the place of one of them, and for an
 * element that would not be the next of its array.
 */
export function addValue(tree: JsonTree, { path, key, raw }: NewValue, after?: TreeMember): TreeMember | undefined {
  const keys = [...path, key];
  let container = tree.root;
  for (const [depth, name] of path.entries()) {
    if (container === undefined) return undefined;
    container = innerOf(container, name) ?? makeInner(container, name, keys[depth + 1], after);
  }
  if (container === undefined || isTaken(container, key)) return undefined;
  return insertMember({ key, parent: container, raw }, after);
}

/**
 * Takes a member out; an object or array that is empty then goes as well. Of an array, only the last element can go,
 * unless its elements have names of their own.
 */
export function removeMember(member: TreeMember, isNamed = false): void {
  const { parent } = member;
  const isLast = member.key === String(parent.live - 1);
  if (member.removed === true || (parent.kind === 'array' && !isLast && !isNamed)) return;
  member.removed = true;
  parent.live -= 1;
  parent.changed = true;
  if (parent.owner !== undefined && parent.live === 0 && !isNamed) removeMember(parent.owner);
}

/** Puts a new object into an array, behind the element that is or holds `after`. */
export function addElement(parent: TreeContainer, after?: TreeMember): TreeContainer {
  // The elements have names of their own: their numbers are of no use.
  const owner = insertMember({ key: '', parent }, after);
  owner.container = { kind: 'object', owner, byKey: new Map(), live: 0 };
  return owner.container;
}

/** Puts a value behind all others of an object. */
export function appendValue(parent: TreeContainer, key: string, raw: string): TreeMember {
  return insertMember({ key, parent, raw }, parent.last);
}

/** Puts a copy of a member, with all that is in it, behind all others of a container. */
export function copyMember(member: TreeMember, parent: TreeContainer): void {
  const open = [{ member, parent }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, container, raw, word } = next.member;
    const copy = appendValue(next.parent, key, raw ?? word ?? '');
    if (container === undefined) continue;
    const inner: TreeContainer = { kind: container.kind, owner: copy, byKey: new Map(), live: 0 };
    copy.container = inner;
    open.push(...[...membersOf(container)].toReversed().map((one) => ({ member: one, parent: inner })));
  }
}

/** True when a container has no room for a key: it has one, or it is an array, where only the next number is free. */
function isTaken({ kind, byKey, live }: TreeContainer, key: string): boolean {
  const member = byKey.get(key);
  if (member !== undefined && member.removed !== true) return true;
  return kind === 'array' && key !== String(live);
}

function innerOf(container: TreeContainer, name: string): TreeContainer | undefined {
  const member = container.byKey.get(name);
  return member?.removed === true ? undefined : member?.container;
}

function makeInner(
  parent: TreeContainer,
  name: string,
  child: string | undefined,
  after: TreeMember | undefined,
): TreeContainer | undefined {
  if (isTaken(parent, name)) return undefined;
  const owner = insertMember({ key: name, parent }, after);
  // A first element makes an array; a name makes an object.
  owner.container = { kind: child === '0' ? 'array' : 'object', owner, byKey: new Map(), live: 0 };
  return owner.container;
}

/** Links a new member behind the member of its container that holds `after`. */
function insertMember(member: TreeMember, after: TreeMember | undefined): TreeMember {
  const { parent } = member;
  const sibling = ancestorIn(parent, after);
  if (sibling === undefined) {
    if (parent.first !== undefined) member.next = parent.first;
    parent.first = member;
  } else {
    if (sibling.next !== undefined) member.next = sibling.next;
    sibling.next = member;
  }
  if (parent.last === sibling) parent.last = member;
  parent.byKey.set(member.key, member);
  parent.live += 1;
  parent.changed = true;
  return member;
}

/** The member of a container that is, or holds, another member. */
function ancestorIn(container: TreeContainer, member: TreeMember | undefined): TreeMember | undefined {
  for (let at = member; at !== undefined; at = at.parent.owner) if (at.parent === container) return at;
  return undefined;
}
