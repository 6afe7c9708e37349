import { compileArrayRules } from './array-rules.js';
import { compileBranchRules } from './branch-rules.js';
import { foldRules } from './fold-rules.js';
import { compileObjectRules } from './object-rules.js';
import type { Check, CheckSource } from './run.js';
import { compileNumberRules, compileStringRules } from './scalar-rules.js';
import type { DynamicReference, Resource, SchemaNode } from './schema-node.js';
import { withUnevaluated } from './unevaluated-rules.js';
import { compileEquality, compileKinds } from './value-rules.js';

interface Slot {
  check: Check;
}

const acceptAll: Check = () => true;
const refuseAll: Check = (_value, run) => run.reporting && run.fail('false', 'No value is allowed here');
const unbound: Check = () => {
  throw new Error('Cannot check a value: its schema is still being compiled');
};

/** Turns nodes into closures, each node once; what a reference leads to is compiled from a queue, so nothing recurses. */
export class NodeCompiler implements CheckSource {
  readonly #slots = new Map<SchemaNode, Slot>();
  readonly #queue: SchemaNode[] = [];
  readonly #assertFormats: boolean;
  readonly #tracksScope: boolean;

  constructor(options: { readonly assertFormats: boolean; readonly tracksScope: boolean }) {
    this.#assertFormats = options.assertFormats;
    this.#tracksScope = options.tracksScope;
  }

  /** The finished check of a node and of all it refers to. */
  compile(node: SchemaNode): Check {
    const wanted = this.#slotOf(node);
    if (wanted.check === unbound) this.#queue.push(node);
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      const slot = this.#slotOf(next);
      if (slot.check === unbound) slot.check = this.#compileNode(next);
    }
    return wanted.check;
  }

  /** The check of a schema that stands inside another one. */
  checkOf(node: SchemaNode, from: SchemaNode): Check {
    const known = this.#slots.get(node);
    if (known !== undefined) return this.#entering(node, from, counted(known));
    const slot = this.#slotOf(node);
    slot.check = this.#compileNode(node);
    return this.#entering(node, from, slot.check);
  }

  #slotOf(node: SchemaNode): Slot {
    const known = this.#slots.get(node);
    if (known !== undefined) return known;
    const slot: Slot = { check: unbound };
    this.#slots.set(node, slot);
    return slot;
  }

  #compileNode(node: SchemaNode): Check {
    if (node.never) return refuseAll;
    const rules: Check[] = [];
    const kinds = compileKinds(node.types, {
      string: compileStringRules(node, this.#assertFormats),
      number: compileNumberRules(node),
      array: compileArrayRules(node, this),
      object: compileObjectRules(node, this),
    });
    if (kinds !== undefined) rules.push(kinds);
    rules.push(...compileEquality(node));
    if (node.ref !== undefined) rules.push(this.#refer(node.ref, node));
    if (node.dynamicRef !== undefined) rules.push(this.#referDynamically(node.dynamicRef, node));
    rules.push(...compileBranchRules(node, this));
    const folded = foldRules(rules);
    if (node.unevaluatedProperties === undefined && node.unevaluatedItems === undefined) return folded ?? acceptAll;
    return withUnevaluated(node, folded, this);
  }

  #refer(target: SchemaNode, from: SchemaNode): Check {
    const slot = this.#slotOf(target);
    if (slot.check === unbound) this.#queue.push(target);
    return this.#entering(target, from, counted(slot));
  }

  #referDynamically({ target, candidates }: DynamicReference, from: SchemaNode): Check {
    const fallback = this.#refer(target, from);
    if (candidates.size === 0) return fallback;
    const checks = new Map<Resource, Check>();
    for (const [resource, node] of candidates) checks.set(resource, this.#refer(node, from));
    return (value, run, evaluated) => {
      for (const resource of run.scope) {
        const check = checks.get(resource);
        if (check !== undefined) return check(value, run, evaluated);
      }
      return fallback(value, run, evaluated);
    };
  }

  /** Notes in the dynamic scope that a check leads into another resource. */
  #entering(node: SchemaNode, from: SchemaNode, check: Check): Check {
    const { resource } = node;
    if (!this.#tracksScope || resource === from.resource) return check;
    return (value, run, evaluated) => {
      run.scope.push(resource);
      const ok = check(value, run, evaluated);
      run.scope.pop();
      return ok;
    };
  }
}

/** Follows a slot when it is filled, and counts the step: only references can repeat. */
function counted(slot: Slot): Check {
  return (value, run, evaluated) => {
    run.enter();
    const ok = slot.check(value, run, evaluated);
    run.leave();
    return ok;
  };
}
