import { quoteValue } from './describe-value.js';
import type { Check, CheckSource, Rule, Run } from './run.js';
import type { SchemaNode } from './schema-node.js';
import { failUnknown } from './unknown-property.js';

type ObjectRule = Rule<Record<string, unknown>>;

// Inside a for-in loop engines fold this call away, which they do not do for Object.hasOwn.
const { hasOwnProperty } = Object.prototype;

/** True for an own property with a value; one that is undefined would not survive JSON and counts as absent. */
export function hasProperty(value: Record<string, unknown>, name: string): boolean {
  return value[name] !== undefined && hasOwnProperty.call(value, name);
}

/** The rules of a node about objects. */
export function compileObjectRules(node: SchemaNode, source: CheckSource): ObjectRule[] {
  const rules: ObjectRule[] = [];
  const { minProperties, maxProperties, propertyNames } = node;
  if (node.patternProperties !== undefined || node.additionalProperties !== undefined) {
    rules.push(...compileRequired(node), compileMembers(node, source));
  } else if (node.properties !== undefined) {
    rules.push(compileProperties(node, source));
  } else {
    rules.push(...compileRequired(node));
  }
  for (const [trigger, needed] of node.dependentRequired ?? []) rules.push(compileDependentRequired(trigger, needed));
  for (const [trigger, schema] of node.dependentSchemas ?? []) {
    const check = source.checkOf(schema, node);
    rules.push((value, run, evaluated) => !hasProperty(value, trigger) || check(value, run, evaluated));
  }
  if (propertyNames !== undefined) rules.push(compileNames(source.checkOf(propertyNames, node)));
  if (minProperties !== undefined) rules.push(compileMinProperties(minProperties));
  if (maxProperties !== undefined) rules.push(compileMaxProperties(maxProperties));
  return rules;
}

function compileRequired({ required }: SchemaNode): ObjectRule[] {
  if (required === undefined) return [];
  return [
    (value, run) => {
      for (const name of required)
        if (!hasProperty(value, name)) return run.reporting && failRequired(value, run, required);
      return true;
    },
  ];
}

function failRequired(value: Record<string, unknown>, run: Run, required: readonly string[]): false {
  for (const name of required) {
    if (!hasProperty(value, name)) run.failAt(name, 'required', `Missing required property ${quoteValue(name)}`);
  }
  return false;
}

function compileDependentRequired(trigger: string, names: readonly string[]): ObjectRule {
  return (value, run) => {
    let ok = true;
    if (!hasProperty(value, trigger)) return true;
    for (const name of names) {
      if (hasProperty(value, name)) continue;
      if (run.decided) return false;
      ok = run.failAt(
        name,
        'dependentRequired',
        `Missing property ${quoteValue(name)}, required beside ${quoteValue(trigger)}`,
      );
    }
    return ok;
  };
}

interface Member {
  readonly check: Check | undefined;
  readonly required: boolean;
}

/** `properties` and `required`, the common case: one walk over the value's names sees and counts both. */
function compileProperties(node: SchemaNode, source: CheckSource): ObjectRule {
  const required = node.required ?? [];
  const checks = compileMap(node, source);
  const members = new Map<string, Member>();
  for (const name of [...checks.keys(), ...required]) {
    members.set(name, { check: checks.get(name), required: required.includes(name) });
  }
  return (value, run, evaluated) => {
    let missing = required.length;
    let ok = true;
    for (const name in value) {
      const member = members.get(name);
      if (member === undefined || !hasProperty(value, name)) continue;
      if (member.required) missing -= 1;
      if (member.check === undefined) continue;
      if (evaluated !== undefined) evaluated.names.add(name);
      if (run.checkMember(member.check, value[name], name)) continue;
      if (run.decided) return false;
      ok = false;
    }
    return missing === 0 ? ok : run.reporting && failRequired(value, run, required);
  };
}

/** `properties`, `patternProperties` and `additionalProperties`, which share the names among them. */
function compileMembers(node: SchemaNode, source: CheckSource): ObjectRule {
  const checks = compileMap(node, source);
  const patterns = (node.patternProperties ?? []).map((member) => ({
    pattern: member.pattern,
    check: source.checkOf(member.node, node),
  }));
  const { additionalProperties } = node;
  const additional = additionalProperties === undefined ? undefined : source.checkOf(additionalProperties, node);
  const refusesOthers = additionalProperties?.never === true;
  const declared = Object.freeze([...checks.keys()]);

  return (value, run, evaluated) => {
    let ok = true;
    for (const name in value) {
      if (!hasProperty(value, name)) continue;
      const member = value[name];
      const check = checks.get(name);
      let known = check !== undefined;
      let holds = check === undefined || run.checkMember(check, member, name);
      for (const matching of patterns) {
        if (!run.matches(matching.pattern, name)) continue;
        known = true;
        if (holds || !run.decided) holds = run.checkMember(matching.check, member, name) && holds;
      }
      if (!known && additional !== undefined) {
        known = true;
        holds = refusesOthers
          ? run.reporting && failUnknown(run, name, 'additionalProperties', declared)
          : run.checkMember(additional, member, name);
      }
      if (known && evaluated !== undefined) evaluated.names.add(name);
      if (holds) continue;
      if (run.decided) return false;
      ok = false;
    }
    return ok;
  };
}

function compileMap(node: SchemaNode, source: CheckSource): Map<string, Check> {
  const checks = new Map<string, Check>();
  for (const [name, member] of node.properties ?? []) checks.set(name, source.checkOf(member, node));
  return checks;
}

function compileNames(check: Check): ObjectRule {
  return (value, run) => {
    let ok = true;
    for (const name in value) {
      if (!hasProperty(value, name) || run.accepts(check, name)) continue;
      if (run.decided) return false;
      const reason = run.issuesOf(check, name, undefined)?.[0]?.message ?? 'it is not allowed';
      ok = run.failAt(name, 'propertyNames', `Property name ${quoteValue(name)} does not fit: ${reason}`);
    }
    return ok;
  };
}

function compileMinProperties(expected: number): ObjectRule {
  return (value, run) => {
    const count = countProperties(value);
    if (count >= expected) return true;
    return (
      run.reporting && run.fail('minProperties', `Expected at least ${expected} properties, got ${count}`, { expected })
    );
  };
}

function compileMaxProperties(expected: number): ObjectRule {
  return (value, run) => {
    const count = countProperties(value);
    if (count <= expected) return true;
    return (
      run.reporting && run.fail('maxProperties', `Expected at most ${expected} properties, got ${count}`, { expected })
    );
  };
}

function countProperties(value: Record<string, unknown>): number {
  let count = 0;
  for (const name in value) if (hasProperty(value, name)) count += 1;
  return count;
}
