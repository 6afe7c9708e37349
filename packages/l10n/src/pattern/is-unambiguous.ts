import { readRegex, type RegexNode } from '@helve/core';

/** Possible start of a match at some position: the sets of its first characters, and whether it may be empty. */
interface First {
  readonly sets: readonly string[];
  readonly empty: boolean;
}

const nothing: First = { sets: [], empty: true };

/**
 * True when a pattern provably never tries the same text in many ways: a repetition continues only while what follows
 * it cannot start, and what it repeats has one length and one reading. False only means that this is not proven.
 */
export function isUnambiguous(source: string, flags: string): boolean {
  const key = `${flags}/${source}`;
  const known = proven.get(key) ?? new Proof(flags).holds(readRegex(source, 'v'), nothing);
  proven.set(key, known);
  return known;
}

/** Cache: a project has few patterns, and compiles them for every document. */
const proven = new Map<string, boolean>();

class Proof {
  readonly #flags: string;
  readonly #members = new Map<string, Uint8Array>();

  constructor(flags: string) {
    this.#flags = flags.replaceAll(/[gyd]/g, '');
  }

  /** `after` follows the node; a match that ends there has nothing to retry. */
  holds(node: RegexNode, after: First): boolean {
    switch (node.kind) {
      case 'set':
        return true;
      case 'assertion':
        return true;
      case 'unsupported':
        return false;
      case 'lookaround':
        return this.holds(node.inside, nothing);
      case 'choice':
        return node.branches.every((branch) => this.holds(branch, after));
      case 'sequence':
        return node.items.every((item, index) => this.holds(item, followers(node.items.slice(index + 1), after)));
      case 'repeat':
        return this.#repeatHolds(node, after);
    }
  }

  #repeatHolds({ item, min, max }: RegexNode & { kind: 'repeat' }, after: First): boolean {
    if (max === 0) return true;
    const first = firstSet(item);
    if (max === 1) return this.holds(item, after);
    if (first.empty || !this.#hasOneReading(item)) return false;
    return min === max || after.sets.length === 0 || this.#apart(first.sets, after.sets);
  }

  /** True when a node has one length, and its branches start differently. */
  #hasOneReading(node: RegexNode): boolean {
    switch (node.kind) {
      case 'set':
      case 'assertion':
        return true;
      case 'lookaround':
        return this.#hasOneReading(node.inside);
      case 'sequence':
        return node.items.every((item) => this.#hasOneReading(item));
      case 'choice': {
        const firsts = node.branches.map(firstSet);
        const different = firsts.every(({ sets, empty }, index) => {
          return !empty && firsts.slice(index + 1).every((other) => this.#apart(sets, other.sets));
        });
        return different && node.branches.every((branch) => this.#hasOneReading(branch));
      }
      case 'repeat':
        return node.min === node.max && this.#hasOneReading(node.item);
      case 'unsupported':
        return false;
    }
  }

  #apart(one: readonly string[], other: readonly string[]): boolean {
    return one.every((a) => other.every((b) => areApart(this.#membersOf(a), this.#membersOf(b))));
  }

  /** Returns the code points of a set. */
  #membersOf(source: string): Uint8Array {
    const known = this.#members.get(source);
    if (known !== undefined) return known;
    const isWide = /[\^.]|\\[PpWDSu]/.test(source) || (source.codePointAt(0) ?? 0) > 0xffff;
    const members = new Uint8Array(isWide ? 0x11_0000 : 0x1_0000);
    for (let start = 0; start < members.length; start += chunkPoints) markMembers(members, start, source, this.#flags);
    this.#members.set(source, members);
    return members;
  }
}

const chunkPoints = 0x800;

/** Sets that contain strings besides characters. */
const withStrings = /\\q\{|\\p\{(?:RGI_|Basic_|Emoji_Keycap)/u;

/**
 * Marks the members of a set; mostly it holds all or none of many neighbours, and only otherwise is each one tested.
 */
function markMembers(members: Uint8Array, start: number, source: string, flags: string): void {
  const points = Array.from({ length: chunkPoints }, (_, index) => start + index);
  // Two halves of surrogate pairs, or a string, would count as one.
  const isPlain = (start < 0xd800 || start >= 0xe000) && !withStrings.test(source);
  const text = isPlain ? String.fromCodePoint(...points) : '';
  if (isPlain && !new RegExp(source, flags).test(text)) return;
  if (isPlain && new RegExp(`^(?:${source})*$`, flags).test(text)) {
    members.fill(1, start, start + chunkPoints);
    return;
  }
  const pattern = new RegExp(`^${source}$`, flags);
  for (const point of points) if (pattern.test(String.fromCodePoint(point))) members[point] = 1;
}

function areApart(one: Uint8Array, other: Uint8Array): boolean {
  const shared = Math.min(one.length, other.length);
  for (let point = 0; point < shared; point += 1) if (one[point] === 1 && other[point] === 1) return false;
  return true;
}

function followers(items: readonly RegexNode[], after: First): First {
  const sets: string[] = [];
  for (const item of items) {
    const first = firstSet(item);
    sets.push(...first.sets);
    if (!first.empty) return { sets, empty: false };
  }
  return { sets: [...sets, ...after.sets], empty: after.empty };
}

function firstSet(node: RegexNode): First {
  switch (node.kind) {
    case 'set':
      return { sets: [node.source], empty: false };
    case 'assertion':
    case 'lookaround':
      return nothing;
    case 'unsupported':
      return { sets: [String.raw`[^]`], empty: true };
    case 'choice': {
      const firsts = node.branches.map(firstSet);
      return { sets: firsts.flatMap(({ sets }) => sets), empty: firsts.some(({ empty }) => empty) };
    }
    case 'sequence':
      return followers(node.items, nothing);
    case 'repeat': {
      const { sets, empty } = firstSet(node.item);
      return { sets, empty: empty || node.min === 0 };
    }
  }
}
