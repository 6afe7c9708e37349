import { decodeString, escapeStyle, isAsciiStyle } from './json-string.js';
import { JsonScanner, type JsonListener, type ScannedString } from './scanner.js';

/** Range of a member in the text, in UTF-16 units. */
export interface MemberRange {
  /** Where its key begins; in an array, its value. */
  readonly keyAt: number;
  readonly keyEnd: number;
  readonly valueAt: number;
  valueEnd: number;
}

/** A member of an object or an element of an array. */
export interface TreeMember {
  readonly key: string;
  readonly parent: TreeContainer;
  /** Absent for one that was added. */
  readonly range?: MemberRange;
  /** The object or array that is its value. */
  container?: TreeContainer;
  /** The raw text of a string that is its value; absent for other scalars. */
  readonly raw?: string;
  /** A number, `true`, `false` or `null` that is its value. */
  word?: string;
  next?: TreeMember;
  removed?: true;
}

/** An object or array. */
export interface TreeContainer {
  readonly kind: 'object' | 'array';
  readonly owner?: TreeMember;
  /** Positions of its brackets; absent for one that was added. */
  readonly range?: { readonly open: number; close: number };
  readonly byKey: Map<string, TreeMember>;
  first?: TreeMember;
  last?: TreeMember;
  /** Number of members that were not removed. */
  live: number;
  /** True when members were added or removed. */
  changed?: true;
}

/** The objects and arrays of a JSON text, with the position of each member. */
export interface JsonTree {
  readonly text: string;
  readonly root: TreeContainer | undefined;
  /** True when the strings of the text are pure ASCII by their escapes. */
  readonly isAscii: boolean;
}

/** Parses the members of a JSON text. Throws a `JsonFault` where it is none. */
export function parseTree(text: string, maxDepth: number, file: string): JsonTree {
  const builder = new TreeBuilder();
  const scanner = new JsonScanner(builder, maxDepth, file);
  scanner.feed({ text, offset: 0, plain: true, byteAt: (index) => index });
  scanner.end();
  return { text, root: builder.root, isAscii: builder.isAscii && !/\P{ASCII}/u.test(text) };
}

class TreeBuilder implements JsonListener {
  root: TreeContainer | undefined;
  isAscii = false;
  readonly #open: TreeContainer[] = [];
  #key: { readonly name: string; readonly at: number; readonly end: number } | undefined;
  #counts: number[] = [];

  open(kind: 'object' | 'array', index: number): void {
    const owner = this.#add(index, index + 1, undefined);
    const container: TreeContainer = {
      kind,
      range: { open: index, close: index },
      byKey: new Map(),
      live: 0,
      ...(owner && { owner }),
    };
    if (owner) owner.container = container;
    this.root ??= container;
    this.#open.push(container);
    this.#counts.push(0);
  }

  close(index: number): void {
    const container = this.#open.pop();
    this.#counts.pop();
    if (container?.range) container.range.close = index;
    if (container?.owner?.range) container.owner.range.valueEnd = index + 1;
  }

  key(raw: string, escaped: boolean, index: number): void {
    const name = escaped ? decodeString(raw, index) : raw.slice(1, -1);
    this.#key = { name, at: index, end: index + raw.length };
  }

  string({ raw, escaped, index }: ScannedString): void {
    if (isAsciiStyle(escapeStyle(raw, escaped))) this.isAscii = true;
    this.#add(index, index + raw.length, raw);
  }

  word(raw: string, index: number): void {
    const member = this.#add(index, index + raw.length, undefined);
    if (member) member.word = raw;
  }

  #add(valueAt: number, valueEnd: number, raw: string | undefined): TreeMember | undefined {
    const parent = this.#open.at(-1);
    if (parent === undefined) return undefined;
    const count = this.#counts.at(-1) ?? 0;
    this.#counts[this.#counts.length - 1] = count + 1;
    const key = parent.kind === 'array' ? undefined : this.#key;
    const range = { keyAt: key?.at ?? valueAt, keyEnd: key?.end ?? valueAt, valueAt, valueEnd };
    const member: TreeMember = {
      key: key?.name ?? String(count),
      parent,
      range,
      ...(raw === undefined ? {} : { raw }),
    };
    append(parent, member);
    return member;
  }
}

/** Puts a member behind all others. */
function append(container: TreeContainer, member: TreeMember): void {
  if (container.last === undefined) container.first = member;
  else container.last.next = member;
  container.last = member;
  container.live += 1;
  if (!container.byKey.has(member.key)) container.byKey.set(member.key, member);
}

/** Lists the members of a container, in order. */
export function* membersOf(container: TreeContainer): Generator<TreeMember> {
  for (let member = container.first; member !== undefined; member = member.next) yield member;
}
