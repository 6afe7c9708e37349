import { isJson } from '../../../json/is-json.js';
import type { Pattern } from '../../pattern/compile-pattern.js';
import { quoteValue } from './describe-value.js';
import { hasProperty } from './has-property.js';
import { nodesInPlace, noBranch } from '../read/nodes-in-place.js';
import { unsure, type Fits, type Rule, type RuleSource, type ShapePolicy } from './rule.js';
import type { Run } from './run.js';
import type { SchemaNode } from '../read/schema-node.js';
import { failUnknown } from './unknown-property.js';

type JsonObject = Record<string, unknown>;

/** One name that a schema declares or requires. */
interface Member {
  readonly name: string;
  /** Absent for a name that is only required. */
  readonly rule: Rule | undefined;
  readonly required: boolean;
  /** Must be there for a value to be taken as it is: required, or to be filled in. */
  readonly needed: boolean;
}

/** The keywords that share the names of an object among them, compiled once for both ways to look at a value. */
interface Members {
  readonly named: readonly Member[];
  readonly patterns: readonly { readonly pattern: Pattern; readonly rule: Rule }[];
  /** For names that neither of the above takes; absent where they may be anything. */
  readonly additional: Rule | undefined;
  readonly refusesOthers: boolean;
}

/** Compiles `properties`, `required`, `patternProperties` and `additionalProperties`. */
export function compileMembers(node: SchemaNode, source: RuleSource): Rule<JsonObject> {
  const { additionalProperties, required = [] } = node;
  const declared = new Map([...(node.properties ?? [])].map(([name, member]) => [name, source.ruleOf(member, node)]));
  const members: Members = {
    named: [...new Set([...declared.keys(), ...required])].map((name) => ({
      name,
      rule: declared.get(name),
      required: required.includes(name),
      needed: required.includes(name) || (source.policy.defaults && hasDefault(node.properties?.get(name))),
    })),
    patterns: (node.patternProperties ?? []).map(({ pattern, node: schema }) => ({
      pattern,
      rule: source.ruleOf(schema, node),
    })),
    additional: additionalProperties && source.ruleOf(additionalProperties, node),
    refusesOthers: additionalProperties?.never === true,
  };
  return { fits: compileFits(members, source.policy), check: compileCheck(members) };
}

function hasDefault(node: SchemaNode | undefined): boolean {
  return node !== undefined && [...nodesInPlace([node], noBranch)].some((schema) => schema.default !== undefined);
}

/** One walk over the names of a value, which mostly come in the order of the schema. */
function compileFits({ named, patterns, additional, refusesOthers }: Members, policy: ShapePolicy): Fits<JsonObject> {
  if (patterns.length > 0) return unsure;
  const isClosed = refusesOthers || (policy.unknown !== 'allow' && additional === undefined);
  const others = isClosed ? unsure : (additional?.fits ?? isJson);
  const names = named.map(({ name }) => name);
  const tests = named.map(({ rule }) => rule?.fits ?? others);
  const needed = named.map((member) => member.needed);
  const neededCount = needed.filter(Boolean).length;
  if (named.some((member, at) => member.needed && tests[at] === unsure)) return unsure;
  const indexes = new Map(names.map((name, at) => [name, at]));
  const indexOf = (name: string): number => indexes.get(name) ?? -1;

  return (value) => {
    let missing = neededCount;
    let next = 0;
    for (const name in value) {
      const at = names[next] === name ? next : indexOf(name);
      // Nothing undefined is JSON, so that a member which is there but undefined fits nothing.
      if (!(tests[at] ?? others)(value[name])) return false;
      if (needed[at] === true) missing -= 1;
      next = at + 1;
    }
    return missing === 0;
  };
}

function compileCheck({ named, patterns, additional, refusesOthers }: Members): Rule<JsonObject>['check'] {
  const rules = new Map(named.map(({ name, rule }) => [name, rule]));
  const required = named.filter((member) => member.required).map(({ name }) => name);
  // A missing name beside an unknown one is mostly the same name misspelt: it is said first.
  const missingFirst = patterns.length > 0 || additional !== undefined;
  const declared = Object.freeze(named.filter(({ rule }) => rule !== undefined).map(({ name }) => name));

  return (value, run, evaluated) => {
    if (!run.reporting && !required.every((name) => hasProperty(value, name))) return false;
    let ok = !(run.reporting && missingFirst) || reportMissing(value, run, required);
    for (const name in value) {
      if (!hasProperty(value, name)) continue;
      const rule = rules.get(name);
      let known = rule !== undefined;
      let holds = rule === undefined || run.checkMember(rule.check, value[name], name);
      for (const { pattern, rule: matching } of patterns) {
        if (!run.matches(pattern, name)) continue;
        known = true;
        if (holds || !run.decided) holds = run.checkMember(matching.check, value[name], name) && holds;
      }
      if (!known && additional !== undefined) {
        known = true;
        holds = refusesOthers
          ? run.reporting && failUnknown(run, name, 'additionalProperties', declared)
          : run.checkMember(additional.check, value[name], name);
      }
      if (known && evaluated !== undefined) evaluated.names.add(name);
      if (holds) continue;
      if (run.decided) return false;
      ok = false;
    }
    return run.reporting && !missingFirst ? reportMissing(value, run, required) && ok : ok;
  };
}

/** Reports every required name that is missing; true when none is. */
function reportMissing(value: JsonObject, run: Run, required: readonly string[]): boolean {
  const missing = required.filter((name) => !hasProperty(value, name));
  for (const name of missing) run.failAt(name, 'required', `Missing required property ${quoteValue(name)}`);
  return missing.length === 0;
}
