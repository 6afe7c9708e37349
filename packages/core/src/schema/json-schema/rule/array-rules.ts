import { countOf } from '../../../errors/count-of.js';
import { equalityKey } from '../../../json/deep-equal.js';
import { assertion, unsure, type Rule, type RuleSource } from './rule.js';
import type { SchemaNode } from '../read/schema-node.js';

type ArrayRule = Rule<readonly unknown[]>;

/** Compiles the keywords of a node about arrays. */
export function compileArrayRules(node: SchemaNode, source: RuleSource): ArrayRule[] {
  const rules: ArrayRule[] = [];
  const { minItems, maxItems, prefixItems, items, contains } = node;
  if (minItems !== undefined) rules.push(compileMinItems(minItems));
  if (maxItems !== undefined) rules.push(compileMaxItems(maxItems));
  if (prefixItems !== undefined) rules.push(compilePrefix(prefixItems.map((item) => source.ruleOf(item, node))));
  if (items !== undefined) rules.push(compileItems(source.ruleOf(items, node), prefixItems?.length ?? 0));
  if (contains !== undefined) rules.push(compileContains(source.ruleOf(contains, node), node));
  if (node.uniqueItems) rules.push(unique);
  return rules;
}

function compileMinItems(expected: number): ArrayRule {
  return assertion(
    (value) => value.length >= expected,
    (value, run) =>
      run.fail('minItems', `Expected at least ${countItems(expected)}, got ${value.length}`, { expected }),
  );
}

function compileMaxItems(expected: number): ArrayRule {
  return assertion(
    (value) => value.length <= expected,
    (value, run) => run.fail('maxItems', `Expected at most ${countItems(expected)}, got ${value.length}`, { expected }),
  );
}

function compilePrefix(rules: readonly Rule[]): ArrayRule {
  return {
    fits: (value) => rules.every(({ fits }, at) => at >= value.length || fits(value[at])),
    check: (value, run, evaluated) => {
      let ok = true;
      const count = Math.min(rules.length, value.length);
      for (const [at, { check }] of rules.entries()) {
        if (at >= count) break;
        if (run.checkMember(check, value[at], at)) continue;
        if (run.decided) return false;
        ok = false;
      }
      if (evaluated !== undefined) evaluated.markItemsBelow(count);
      return ok;
    },
  };
}

function compileItems({ fits, check }: Rule, start: number): ArrayRule {
  return {
    fits:
      fits === unsure
        ? unsure
        : (value) => {
            for (let at = start; at < value.length; at++) if (!fits(value[at])) return false;
            return true;
          },
    check: (value, run, evaluated) => {
      let ok = true;
      for (let at = start; at < value.length; at++) {
        if (run.checkMember(check, value[at], at)) continue;
        if (run.decided) return false;
        ok = false;
      }
      if (evaluated !== undefined) evaluated.markItemsBelow(value.length);
      return ok;
    },
  };
}

function compileContains({ check }: Rule, node: SchemaNode): ArrayRule {
  const least = node.minContains ?? 1;
  const most = node.maxContains ?? Number.POSITIVE_INFINITY;
  const checkCount: ArrayRule['check'] = (value, run, evaluated) => {
    let count = 0;
    for (const [at, item] of value.entries()) {
      if (!run.accepts(check, item)) continue;
      count += 1;
      if (evaluated !== undefined) evaluated.markItem(at);
      else if (count >= least && most === Number.POSITIVE_INFINITY) return true;
    }
    if (count >= least && count <= most) return true;
    if (!run.reporting) return false;
    return count < least
      ? run.fail(
          node.minContains === undefined ? 'contains' : 'minContains',
          `Expected at least ${countItems(least)} of the wanted kind, got ${count}`,
          { expected: least },
        )
      : run.fail('maxContains', `Expected at most ${countItems(most)} of the wanted kind, got ${count}`, {
          expected: most,
        });
  };
  return { fits: unsure, check: checkCount };
}

const unique: ArrayRule = assertion(
  (value) => findTwins(value) === undefined,
  (value, run) => {
    const [twin, at] = findTwins(value) ?? [];
    return run.fail('uniqueItems', `Expected unique items, but items ${twin} and ${at} are equal`);
  },
);

/** Finds the first item that is equal to one before it. */
function findTwins(value: readonly unknown[]): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>();
  for (const [at, item] of value.entries()) {
    // Objects and strings never share a key: a structure's key is kept apart by its prefix.
    const key = typeof item === 'object' && item !== null ? `structure ${equalityKey(item)}` : scalarKey(item);
    const twin = seen.get(key);
    if (twin !== undefined) return [twin, at];
    seen.set(key, at);
  }
  return undefined;
}

function scalarKey(item: unknown): unknown {
  return typeof item === 'string' ? `string ${item}` : item;
}

function countItems(count: number): string {
  return countOf(count, 'item');
}
