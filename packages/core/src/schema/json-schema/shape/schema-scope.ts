import { isPlainObject } from '../../../json/is-plain-object.js';
import { Layout, type Shaper } from './layout.js';
import { maxScopes } from '../limits.js';
import { containedNodes, everyBranch, isConditional, nodesInPlace, noBranch } from '../read/nodes-in-place.js';
import { hasProperty } from '../rule/has-property.js';
import type { Check, ShapePolicy } from '../rule/rule.js';
import type { Run } from '../rule/run.js';
import type { SchemaNode } from '../read/schema-node.js';

/** The scopes of one schema: every set of schemas that meets at a value, made when first needed. */
export class SchemaScopes {
  readonly #policy: ShapePolicy;
  readonly #checkOf: (node: SchemaNode) => Check;
  readonly #scopes = new Map<string, SchemaScope | undefined>();
  readonly #layouts = new Map<string, Layout>();
  /** True once a scope was met whose layout depends on the value. */
  conditional = false;

  constructor(policy: ShapePolicy, checkOf: (node: SchemaNode) => Check) {
    this.#policy = policy;
    this.#checkOf = checkOf;
  }

  /** Finds the scope in which these schemas apply; undefined when no object in or below it has names to judge or fill. */
  scopeOf(nodes: readonly SchemaNode[]): SchemaScope | undefined {
    return remember(this.#scopes, nodes, () => {
      const reachable = [...nodesInPlace(nodes, (node) => [...everyBranch(node), ...containedNodes(node)])];
      return reachable.some(speaksOfNames) ? new SchemaScope(nodes, this) : undefined;
    });
  }

  layoutOf(nodes: readonly SchemaNode[]): Layout {
    return remember(this.#layouts, nodes, () => new Layout(nodes, this.#policy, (below) => this.scopeOf(below)));
  }

  /** The branches of a union that accept a value, or the one that would after shaping, dropping the least. */
  acceptedBranches(branches: readonly SchemaNode[], value: unknown, run: Run): SchemaNode[] {
    const accepted = branches.filter((branch) => run.accepts(this.#checkOf(branch), value));
    const mayChange = this.#policy.unknown === 'strip' || this.#policy.defaults;
    if (accepted.length > 0 || !mayChange) return accepted;
    let best: { readonly branch: SchemaNode; readonly dropped: number } | undefined;
    for (const branch of branches) {
      const attempt = run.speculate(() => this.scopeOf([branch])?.shape(value, run) ?? value);
      if (attempt.result === value || !run.accepts(this.#checkOf(branch), attempt.result)) continue;
      if (best === undefined || attempt.stripped < best.dropped) best = { branch, dropped: attempt.stripped };
    }
    return best === undefined ? [] : [best.branch];
  }

  accepts(node: SchemaNode, value: unknown, run: Run): boolean {
    return run.accepts(this.#checkOf(node), value);
  }
}

/** All schemas that apply to one value: the root, a property or an item. */
export class SchemaScope implements Shaper {
  readonly #nodes: readonly SchemaNode[];
  readonly #scopes: SchemaScopes;
  /** The common case: no union and no condition, so the layout is the same for every value. */
  readonly #fixed: boolean;
  #layout: Layout | undefined = undefined;

  constructor(nodes: readonly SchemaNode[], scopes: SchemaScopes) {
    const always = [...nodesInPlace(nodes, noBranch)];
    this.#nodes = always;
    this.#scopes = scopes;
    this.#fixed = !always.some(isConditional);
    if (!this.#fixed) scopes.conditional = true;
  }

  shape(value: unknown, run: Run): unknown {
    if (typeof value !== 'object' || value === null) return value;
    run.enter();
    let judged = true;
    let layout = this.#layout;
    if (layout === undefined) {
      const applying = this.#fixed ? { nodes: this.#nodes, decided: true } : this.#nodesFor(value, run);
      layout = this.#scopes.layoutOf(applying.nodes);
      judged = applying.decided;
      if (this.#fixed) this.#layout = layout;
    }
    const shaped = Array.isArray(value) ? layout.shapeItems(value, run) : layout.shapeObject(value, run, judged);
    run.leave();
    return shaped;
  }

  /** The schemas that apply to one value; undecided when a union accepts it in no branch, and so is the thing to report. */
  #nodesFor(value: unknown, run: Run): { nodes: SchemaNode[]; decided: boolean } {
    let decided = true;
    const nodes = nodesInPlace(this.#nodes, (node) => {
      const chosen: SchemaNode[] = [];
      for (const union of [node.anyOf, node.oneOf]) {
        if (union === undefined) continue;
        const accepted = this.#scopes.acceptedBranches(union, value, run);
        if (accepted.length === 0) decided = false;
        chosen.push(...accepted);
      }
      if (node.dynamicRef !== undefined && node.dynamicRef.candidates.size > 0) decided = false;
      chosen.push(...this.#conditionalNodes(node, value, run));
      return chosen;
    });
    return { nodes: [...nodes], decided };
  }

  #conditionalNodes(node: SchemaNode, value: unknown, run: Run): SchemaNode[] {
    const chosen: (SchemaNode | undefined)[] = [];
    if (node.condition !== undefined) {
      if (this.#scopes.accepts(node.condition, value, run)) chosen.push(node.condition, node.whenMet);
      else chosen.push(node.whenUnmet);
    }
    for (const [trigger, schema] of node.dependentSchemas ?? []) {
      if (isPlainObject(value) && hasProperty(value, trigger)) chosen.push(schema);
    }
    return chosen.filter((chosenNode) => chosenNode !== undefined);
  }
}

function speaksOfNames(node: SchemaNode): boolean {
  const { properties, additionalProperties, unevaluatedProperties } = node;
  return properties !== undefined || additionalProperties?.never === true || unevaluatedProperties?.never === true;
}

function remember<T>(known: Map<string, T>, nodes: readonly SchemaNode[], make: () => T): T {
  const key = nodes.map((node) => node.id).join(' ');
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found ?? make();
  const made = make();
  if (known.size < maxScopes) known.set(key, made);
  return made;
}
