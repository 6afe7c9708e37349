import { isPlainObject } from '../../../json/is-plain-object.js';
import { copyJson, setOwn } from '../../../json/copy-json.js';
import { nodesInPlace, noBranch } from '../read/nodes-in-place.js';
import { hasProperty } from '../rule/has-property.js';
import type { ShapePolicy } from '../rule/rule.js';
import type { Run } from '../rule/run.js';
import type { SchemaNode } from '../read/schema-node.js';
import { failUnknown } from '../rule/unknown-property.js';

/** Something that shapes one value: returns it, or a copy when something had to change. */
export interface Shaper {
  shape(value: unknown, run: Run): unknown;
}

/** The shaper of a scope; undefined when there is nothing to shape. */
export type ShaperOf = (nodes: readonly SchemaNode[]) => Shaper | undefined;

/** One name of a layout: the shaper of its value, or a mark that it does not belong here. */
interface Member {
  readonly unknown: boolean;
  readonly shaper: Shaper | undefined;
}

/** The shape that a fixed set of schemas gives to an object or an array: known names, defaults, items. */
export class Layout {
  readonly #nodes: readonly SchemaNode[];
  readonly #policy: ShapePolicy;
  readonly #shaperOf: ShaperOf;
  readonly #names: readonly string[];
  readonly #members = new Map<string, Member>();
  readonly #defaults: (readonly [string, unknown])[] = [];
  readonly #prefix: (Shaper | undefined)[] = [];
  readonly #rest: Shaper | undefined;
  /** Names are declared, and no schema says anything about others. */
  readonly #closed: boolean;
  /** No known name has anything to fill in, to drop or to look into. */
  readonly #flat: boolean;

  constructor(nodes: readonly SchemaNode[], policy: ShapePolicy, shaperOf: ShaperOf) {
    this.#nodes = nodes;
    this.#policy = policy;
    this.#shaperOf = shaperOf;
    this.#names = Object.freeze([...new Set(nodes.flatMap((node) => [...(node.properties?.keys() ?? [])]))]);
    this.#closed =
      policy.unknown !== 'allow' && nodes.some((node) => node.properties !== undefined) && !nodes.some(speaksOfOthers);
    for (const name of this.#names) this.#addName(name);
    const members = [...this.#members.values()];
    this.#flat =
      this.#defaults.length === 0 && members.every((member) => !member.unknown && member.shaper === undefined);
    const longest = Math.max(0, ...nodes.map((node) => node.prefixItems?.length ?? 0));
    for (let at = 0; at < longest; at++) this.#prefix.push(shaperOf(this.#itemNodes(at)));
    this.#rest = shaperOf(this.#itemNodes(longest));
  }

  /** Drops or refuses unknown names (unless `judged` is false) and fills in defaults, here and below. */
  shapeObject(value: object, run: Run, judged: boolean): object {
    // The common case: flat names, all known. Whether this is plain data is asked only when something is to be done.
    if (!this.#flat) return this.#reshape(value, run, judged);
    for (const name in value) if (!this.#members.has(name)) return this.#reshape(value, run, judged);
    return value;
  }

  #reshape(value: object, run: Run, judged: boolean): object {
    if (!isPlainObject(value)) return value;
    let copy: Record<string, unknown> | undefined;
    for (const name in value) {
      if (!hasProperty(value, name)) continue;
      const { unknown, shaper } = this.#members.get(name) ?? this.#otherMember(name);
      if (unknown) {
        if (!judged) continue;
        if (this.#policy.unknown === 'strip') {
          copy ??= { ...value };
          delete copy[name];
          run.noteStripped(name);
        } else if (run.reporting) {
          failUnknown(run, name, 'additionalProperties', this.#names);
          if (run.decided) return value;
        } else {
          run.refused = true;
          return value;
        }
      } else if (shaper !== undefined) {
        const before = value[name];
        const after = shapeMember(shaper, before, name, run);
        if (after !== before) setOwn((copy ??= { ...value }), name, after);
      }
    }
    return this.#defaults.length === 0 ? (copy ?? value) : this.#fill(value, copy, run);
  }

  shapeItems(value: readonly unknown[], run: Run): readonly unknown[] {
    if (this.#rest === undefined && this.#prefix.length === 0) return value;
    let copy: unknown[] | undefined;
    for (let at = 0; at < value.length; at++) {
      const shaper = at < this.#prefix.length ? this.#prefix[at] : this.#rest;
      if (shaper === undefined) continue;
      const after = shapeMember(shaper, value[at], at, run);
      if (after !== value[at]) (copy ??= [...value])[at] = after;
    }
    return copy ?? value;
  }

  #fill(
    value: Record<string, unknown>,
    changed: Record<string, unknown> | undefined,
    run: Run,
  ): Record<string, unknown> {
    let copy = changed;
    for (const [name, fallback] of this.#defaults) {
      if (hasProperty(value, name)) continue;
      const shaper = this.#members.get(name)?.shaper;
      const fresh = copyJson(fallback);
      setOwn((copy ??= { ...value }), name, shaper === undefined ? fresh : shapeMember(shaper, fresh, name, run));
    }
    return copy ?? value;
  }

  #addName(name: string): void {
    const { unknown, nodes } = this.#memberNodes(name);
    this.#members.set(name, { unknown, shaper: this.#shaperOf(nodes) });
    if (!this.#policy.defaults) return;
    const found = [...nodesInPlace(nodes, noBranch)].find((node) => node.default !== undefined)?.default;
    if (found !== undefined) this.#defaults.push([name, found.value]);
  }

  #otherMember(name: string): Member {
    if (this.#closed) return unknownMember;
    const { unknown, nodes } = this.#memberNodes(name);
    return unknown ? unknownMember : { unknown, shaper: this.#shaperOf(nodes) };
  }

  /** The schemas for a member's value; unknown when it may be stripped because some schema allows it to no one. */
  #memberNodes(name: string): { unknown: boolean; nodes: SchemaNode[] } {
    const found = this.#nodes.map((node) => ownMemberNodes(node, name));
    const nodes = found.flat();
    if (nodes.length === 0) for (const node of this.#nodes) nodes.push(...present(node.unevaluatedProperties));
    const refused = found.some(
      (own, at) => own.length === 1 && own[0] === this.#nodes[at]?.additionalProperties && own[0]?.never,
    );
    const leftOver = nodes.some(
      (node) => node.never && this.#nodes.some((owner) => owner.unevaluatedProperties === node),
    );
    return { unknown: this.#policy.unknown === 'strip' && (refused || leftOver), nodes };
  }

  #itemNodes(at: number): SchemaNode[] {
    const found = this.#nodes.flatMap((node) => present(node.prefixItems?.[at] ?? node.items));
    return found.length > 0 ? found : this.#nodes.flatMap((node) => present(node.unevaluatedItems));
  }
}

const unknownMember: Member = { unknown: true, shaper: undefined };

function speaksOfOthers(node: SchemaNode): boolean {
  return (
    node.additionalProperties !== undefined ||
    node.unevaluatedProperties !== undefined ||
    node.patternProperties !== undefined
  );
}

/** Finds the schemas that one schema has for a name: by name, by pattern, or as one of the others. */
function ownMemberNodes(node: SchemaNode, name: string): SchemaNode[] {
  const named = present(node.properties?.get(name));
  for (const member of node.patternProperties ?? []) if (member.pattern.test(name)) named.push(member.node);
  return named.length > 0 ? named : present(node.additionalProperties);
}

function present(node: SchemaNode | undefined): SchemaNode[] {
  return node === undefined ? [] : [node];
}

function shapeMember(shaper: Shaper, member: unknown, key: string | number, run: Run): unknown {
  run.stepIn(key);
  const shaped = shaper.shape(member, run);
  run.stepOut();
  return shaped;
}
