import { equalityKey } from '../../json/deep-equal.js';
import type { Check, CheckSource, Rule } from './run.js';
import type { SchemaNode } from './schema-node.js';

type ArrayRule = Rule<readonly unknown[]>;

/** The rules of a node about arrays. */
export function compileArrayRules(node: SchemaNode, source: CheckSource): ArrayRule[] {
  const rules: ArrayRule[] = [];
  const { minItems, maxItems, prefixItems, items, contains } = node;
  if (minItems !== undefined) rules.push(compileMinItems(minItems));
  if (maxItems !== undefined) rules.push(compileMaxItems(maxItems));
  if (prefixItems !== undefined) rules.push(compilePrefix(prefixItems.map((item) => source.checkOf(item, node))));
  if (items !== undefined) rules.push(compileItems(source.checkOf(items, node), prefixItems?.length ?? 0));
  if (contains !== undefined) rules.push(compileContains(source.checkOf(contains, node), node));
  if (node.uniqueItems) rules.push(checkUnique);
  return rules;
}

function compileMinItems(expected: number): ArrayRule {
  return (value, run) =>
    value.length >= expected ||
    (run.reporting &&
      run.fail('minItems', `Expected at least ${countItems(expected)}, got ${value.length}`, { expected }));
}

function compileMaxItems(expected: number): ArrayRule {
  return (value, run) =>
    value.length <= expected ||
    (run.reporting &&
      run.fail('maxItems', `Expected at most ${countItems(expected)}, got ${value.length}`, { expected }));
}

function compilePrefix(checks: readonly Check[]): ArrayRule {
  return (value, run, evaluated) => {
    let ok = true;
    const count = Math.min(checks.length, value.length);
    for (const [at, check] of checks.entries()) {
      if (at >= count) break;
      if (run.checkMember(check, value[at], at)) continue;
      if (run.decided) return false;
      ok = false;
    }
    if (evaluated !== undefined) evaluated.markItemsBelow(count);
    return ok;
  };
}

function compileItems(check: Check, start: number): ArrayRule {
  return (value, run, evaluated) => {
    let ok = true;
    for (let at = start; at < value.length; at++) {
      if (run.checkMember(check, value[at], at)) continue;
      if (run.decided) return false;
      ok = false;
    }
    if (evaluated !== undefined) evaluated.markItemsBelow(value.length);
    return ok;
  };
}

function compileContains(check: Check, node: SchemaNode): ArrayRule {
  const least = node.minContains ?? 1;
  const most = node.maxContains ?? Number.POSITIVE_INFINITY;
  return (value, run, evaluated) => {
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
}

const checkUnique: ArrayRule = (value, run) => {
  const seen = new Map<unknown, number>();
  for (const [at, item] of value.entries()) {
    // Objects and strings never share a key: a structure's key is kept apart by its prefix.
    const key = typeof item === 'object' && item !== null ? `structure ${equalityKey(item)}` : scalarKey(item);
    const twin = seen.get(key);
    if (twin !== undefined) {
      return run.reporting && run.fail('uniqueItems', `Expected unique items, but items ${twin} and ${at} are equal`);
    }
    seen.set(key, at);
  }
  return true;
};

function scalarKey(item: unknown): unknown {
  return typeof item === 'string' ? `string ${item}` : item;
}

function countItems(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}
