import { isJson } from '../../../json/is-json.js';
import { compileArrayRules } from './array-rules.js';
import { compileBranchRules } from './branch-rules.js';
import { canTakeAsIs } from './can-take-as-is.js';
import { maxDepth, maxSteps } from '../limits.js';
import { compileObjectRules, speaksOfMembers } from './object-rules.js';
import { foldRules, unsure, type Check, type Fits, type Rule, type RuleSource, type ShapePolicy } from './rule.js';
import { RunLimitError } from './run.js';
import { compileNumberRules, compileStringRules, type StringOptions } from './scalar-rules.js';
import type { DynamicReference, Resource, SchemaNode } from '../read/schema-node.js';
import { withUnevaluated } from './unevaluated-rules.js';
import { compileEquality, compileKinds } from './value-rules.js';

/** Holds a rule that may be referred to before it is compiled. */
interface Slot {
  rule: Rule;
}

const acceptAll: Rule = { fits: isJson, check: () => true };
const refuseAll: Rule = {
  fits: unsure,
  check: (_value, run) => run.reporting && run.fail('false', 'No value is allowed here'),
};
const unbound: Rule = {
  fits: unsure,
  check: () => {
    throw new Error('Cannot check a value: its schema is still being compiled');
  },
};

export interface NodeCompilerOptions extends StringOptions {
  readonly policy: ShapePolicy;
  readonly tracksScope: boolean;
}

/** Turns nodes into closures, each node once; what a reference leads to is compiled from a queue, so nothing recurses. */
export class NodeCompiler implements RuleSource {
  readonly #slots = new Map<SchemaNode, Slot>();
  readonly #queue: SchemaNode[] = [];
  readonly #options: NodeCompilerOptions;
  readonly policy: ShapePolicy;

  constructor(options: NodeCompilerOptions) {
    this.#options = options;
    this.policy = options.policy;
  }

  /** Compiles a node and all it refers to. */
  compile(node: SchemaNode): Rule {
    const wanted = this.#slotOf(node);
    if (wanted.rule === unbound) this.#queue.push(node);
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      const slot = this.#slotOf(next);
      if (slot.rule === unbound) slot.rule = this.#compileNode(next);
    }
    return wanted.rule;
  }

  /** Compiles a schema that stands inside another one. */
  ruleOf(node: SchemaNode, from: SchemaNode): Rule {
    const known = this.#slots.get(node);
    if (known !== undefined) return this.#entering(node, from, counted(known));
    const slot = this.#slotOf(node);
    slot.rule = this.#compileNode(node);
    return this.#entering(node, from, slot.rule);
  }

  #slotOf(node: SchemaNode): Slot {
    const known = this.#slots.get(node);
    if (known !== undefined) return known;
    const slot: Slot = { rule: unbound };
    this.#slots.set(node, slot);
    return slot;
  }

  #compileNode(node: SchemaNode): Rule {
    if (node.never) return refuseAll;
    const rules: Rule[] = [];
    const kinds = compileKinds(node.types, {
      string: compileStringRules(node, this.#options),
      number: compileNumberRules(node),
      array: compileArrayRules(node, this),
      object: compileObjectRules(node, this),
      seesItems: node.items !== undefined,
      seesMembers: speaksOfMembers(node),
    });
    if (kinds !== undefined) rules.push(kinds);
    rules.push(...compileEquality(node));
    if (node.ref !== undefined) rules.push(this.#refer(node.ref, node));
    if (node.dynamicRef !== undefined) rules.push(this.#referDynamically(node.dynamicRef, node));
    rules.push(...compileBranchRules(node, this));
    const folded = foldRules(rules);
    if (node.unevaluatedProperties !== undefined || node.unevaluatedItems !== undefined) {
      return withUnevaluated(node, folded?.check, this);
    }
    const rule = folded ?? acceptAll;
    return canTakeAsIs(node, this.policy) ? rule : { fits: unsure, check: rule.check };
  }

  #refer(target: SchemaNode, from: SchemaNode): Rule {
    const slot = this.#slotOf(target);
    if (slot.rule === unbound) this.#queue.push(target);
    return this.#entering(target, from, counted(slot));
  }

  #referDynamically({ target, candidates }: DynamicReference, from: SchemaNode): Rule {
    const fallback = this.#refer(target, from);
    if (candidates.size === 0) return fallback;
    const checks = new Map<Resource, Check>();
    for (const [resource, node] of candidates) checks.set(resource, this.#refer(node, from).check);
    return {
      fits: unsure,
      check: (value, run, evaluated) => {
        for (const resource of run.scope) {
          const check = checks.get(resource);
          if (check !== undefined) return check(value, run, evaluated);
        }
        return fallback.check(value, run, evaluated);
      },
    };
  }

  /** Notes in the dynamic scope that a check leads into another resource. */
  #entering(node: SchemaNode, from: SchemaNode, rule: Rule): Rule {
    const { resource } = node;
    if (!this.#options.tracksScope || resource === from.resource) return rule;
    return {
      fits: unsure,
      check: (value, run, evaluated) => {
        run.scope.push(resource);
        const ok = rule.check(value, run, evaluated);
        run.scope.pop();
        return ok;
      },
    };
  }
}

/** Follows a slot when it is filled, and counts the step: only references can repeat. */
function counted(slot: Slot): Rule {
  return {
    fits: (value) => {
      if (depth >= maxDepth || steps >= maxSteps) return false;
      depth += 1;
      steps += 1;
      const ok = slot.rule.fits(value);
      depth -= 1;
      return ok;
    },
    check: (value, run, evaluated) => {
      run.enter();
      const ok = slot.rule.check(value, run, evaluated);
      run.leave();
      return ok;
    },
  };
}

/** References that the present look at a value has open, and has followed in all. */
let depth = 0;
let steps = 0;

/** Limits a test to values that are read within the limits of a run; beyond them the whole check decides. */
export function limitFits(fits: Fits): Fits {
  return (value) => {
    depth = 0;
    steps = 0;
    try {
      return fits(value);
    } catch (error) {
      if (error instanceof RangeError || error instanceof RunLimitError) return false;
      throw error;
    }
  };
}
