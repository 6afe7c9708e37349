import { quoteValue } from './describe-value.js';
import { hasProperty } from './has-property.js';
import { compileMembers } from './member-rules.js';
import { assertion, unsure, type Rule, type RuleSource } from './rule.js';
import type { SchemaNode } from '../read/schema-node.js';

type ObjectRule = Rule<Record<string, unknown>>;

/** Compiles the keywords of a node about objects. */
export function compileObjectRules(node: SchemaNode, source: RuleSource): ObjectRule[] {
  const rules: ObjectRule[] = [];
  const { minProperties, maxProperties, propertyNames } = node;
  if (speaksOfMembers(node)) rules.push(compileMembers(node, source));
  for (const [trigger, needed] of node.dependentRequired ?? []) rules.push(compileDependentRequired(trigger, needed));
  for (const [trigger, schema] of node.dependentSchemas ?? []) {
    const { check } = source.ruleOf(schema, node);
    rules.push({
      fits: unsure,
      check: (value, run, evaluated) => !hasProperty(value, trigger) || check(value, run, evaluated),
    });
  }
  if (propertyNames !== undefined) rules.push(compileNames(source.ruleOf(propertyNames, node)));
  if (minProperties !== undefined) rules.push(compileMinProperties(minProperties));
  if (maxProperties !== undefined) rules.push(compileMaxProperties(maxProperties));
  return rules;
}

/** True when a node names members, or says something about those without a name of their own. */
export function speaksOfMembers(node: SchemaNode): boolean {
  const { properties, patternProperties, additionalProperties, required } = node;
  return [properties, patternProperties, additionalProperties, required].some((keyword) => keyword !== undefined);
}

function compileDependentRequired(trigger: string, names: readonly string[]): ObjectRule {
  const isMissing = (value: Record<string, unknown>, name: string) =>
    hasProperty(value, trigger) && !hasProperty(value, name);
  return assertion(
    (value) => !names.some((name) => isMissing(value, name)),
    (value, run) => {
      for (const name of names.filter((needed) => isMissing(value, needed))) {
        const message = `Missing property ${quoteValue(name)}, required beside ${quoteValue(trigger)}`;
        run.failAt(name, 'dependentRequired', message);
      }
      return false;
    },
  );
}

function compileNames({ fits, check }: Rule): ObjectRule {
  return {
    fits: (value) => Object.keys(value).every(fits),
    check: (value, run) => {
      let ok = true;
      for (const name in value) {
        if (!hasProperty(value, name) || run.accepts(check, name)) continue;
        if (run.decided) return false;
        const reason = run.issuesOf(check, name, undefined)?.[0]?.message ?? 'it is not allowed';
        ok = run.failAt(name, 'propertyNames', `Property name ${quoteValue(name)} does not fit: ${reason}`);
      }
      return ok;
    },
  };
}

function compileMinProperties(expected: number): ObjectRule {
  return assertion(
    (value) => countProperties(value) >= expected,
    (value, run) =>
      run.fail('minProperties', `Expected at least ${expected} properties, got ${countProperties(value)}`, {
        expected,
      }),
  );
}

function compileMaxProperties(expected: number): ObjectRule {
  return assertion(
    (value) => countProperties(value) <= expected,
    (value, run) =>
      run.fail('maxProperties', `Expected at most ${expected} properties, got ${countProperties(value)}`, { expected }),
  );
}

function countProperties(value: Record<string, unknown>): number {
  let count = 0;
  for (const name in value) if (hasProperty(value, name)) count += 1;
  return count;
}
