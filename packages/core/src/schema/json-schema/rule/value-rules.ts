import { isJson } from '../../../json/is-json.js';
import { isPlainObject } from '../../../json/is-plain-object.js';
import { nearestNames } from '../../../errors/nearest-name.js';
import { deepEqual } from '../../../json/deep-equal.js';
import { describeValue, quoteValue } from './describe-value.js';
import { assertion, foldFits, foldRules, type Fits, type Rule } from './rule.js';
import type { Run } from './run.js';
import type { SchemaNode } from '../read/schema-node.js';

/** The rules of a node that speak only about one kind of value. */
export interface KindRules {
  readonly string: readonly Rule<string>[];
  readonly number: readonly Rule<number>[];
  readonly array: readonly Rule<readonly unknown[]>[];
  readonly object: readonly Rule<Record<string, unknown>>[];
  /** True when the rules look at every item, or at every member; else what they leave out has to be JSON. */
  readonly seesItems: boolean;
  readonly seesMembers: boolean;
}

/** Compiles `type` together with the rules that depend on the kind of value, so that the kind is looked up once. */
export function compileKinds(types: readonly string[] | undefined, rules: KindRules): Rule | undefined {
  const kinds: Kinds = {
    string: foldRules(rules.string) ?? anything,
    number: foldRules(rules.number) ?? anything,
    array: withJson(foldRules(rules.array), rules.seesItems),
    object: withJson(foldRules(rules.object), rules.seesMembers),
  };
  const isSilent = [rules.string, rules.number, rules.array, rules.object].every((list) => list.length === 0);
  if (types === undefined && isSilent) return undefined;
  const [only, another] = types ?? [];
  const allowed = types === undefined ? undefined : new Set(types);
  const { string, number, array, object } = kinds;
  return {
    // The common case is one type: its test is a closure of its own, which engines can inline.
    fits: only !== undefined && another === undefined ? fitsOneType(only, kinds) : fitsAnyType(allowed, kinds),
    check: (value, run, evaluated) => {
      if (allowed !== undefined && !hasType(value, allowed)) return run.reporting && failType(run, value, [...allowed]);
      if (isString(value)) return string.check(value, run, evaluated);
      if (isNumber(value)) return number.check(value, run, evaluated);
      if (isArray(value)) return array.check(value, run, evaluated);
      return !isPlainObject(value) || object.check(value, run, evaluated);
    },
  };
}

interface Kinds {
  readonly string: Rule<string>;
  readonly number: Rule<number>;
  readonly array: Rule<readonly unknown[]>;
  readonly object: Rule<Record<string, unknown>>;
}

const anything: Rule = { fits: () => true, check: () => true };

function withJson<T>(rule: Rule<T> | undefined, seesAll: boolean): Rule<T> {
  if (rule === undefined) return { fits: isJson, check: anything.check };
  return seesAll ? rule : { fits: foldFits<T>([rule.fits, isJson]), check: rule.check };
}

function fitsOneType(type: string, { string, number, array, object }: Kinds): Fits {
  switch (type) {
    case 'string':
      return string === anything ? isString : (value) => typeof value === 'string' && string.fits(value);
    case 'number':
      return number === anything ? isNumber : (value) => isNumber(value) && number.fits(value);
    case 'integer':
      return number === anything ? isInteger : (value) => isInteger(value) && number.fits(value);
    case 'boolean':
      return isBoolean;
    case 'null':
      return (value) => value === null;
    case 'array':
      return (value) => Array.isArray(value) && array.fits(value);
    default:
      return (value) => isPlainObject(value) && object.fits(value);
  }
}

function fitsAnyType(allowed: ReadonlySet<string> | undefined, { string, number, array, object }: Kinds): Fits {
  return (value) => {
    if (allowed !== undefined && !hasType(value, allowed)) return false;
    if (isString(value)) return string.fits(value);
    if (isNumber(value)) return number.fits(value);
    if (isBoolean(value) || value === null) return true;
    return isArray(value) ? array.fits(value) : isPlainObject(value) && object.fits(value);
  };
}

function failType(run: Run, value: unknown, types: readonly string[]): false {
  const expected = types.length === 1 ? types[0] : types;
  const message = `Expected ${types.join(' or ')}, got ${describeValue(value)}`;
  return run.fail('type', message, expected === undefined ? {} : { expected });
}

function hasType(value: unknown, types: ReadonlySet<string>): boolean {
  if (isString(value)) return types.has('string');
  if (isNumber(value)) return types.has('number') || (types.has('integer') && Number.isInteger(value));
  if (isBoolean(value)) return types.has('boolean');
  if (value === null) return types.has('null');
  return isArray(value) ? types.has('array') : isPlainObject(value) && types.has('object');
}

/** Compiles `enum` and `const`. */
export function compileEquality(node: SchemaNode): Rule[] {
  const rules: Rule[] = [];
  if (node.enum !== undefined) rules.push(compileEnum(node.enum));
  if (node.const !== undefined) rules.push(compileConst(node.const.value));
  return rules;
}

function compileEnum(values: readonly unknown[]): Rule {
  const scalars = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const structures = values.filter((value) => typeof value === 'object' && value !== null);
  return assertion(
    (value) => scalars.has(value) || structures.some((allowed) => deepEqual(allowed, value)),
    (value, run) => failEnum(run, value, values),
  );
}

const maxListed = 20;

function failEnum(run: Run, value: unknown, values: readonly unknown[]): false {
  const near = typeof value === 'string' ? nearestNames(value, values.filter(isString), 1)[0] : undefined;
  const listed = values.slice(0, maxListed).map(quoteValue).join(', ') + (values.length > maxListed ? ', …' : '');
  return run.fail('enum', `Expected one of ${listed}, got ${quoteValue(value)}`, {
    allowed: values.filter(isJson),
    ...(near !== undefined && { suggestion: `Did you mean ${quoteValue(near)}?` }),
  });
}

function compileConst(wanted: unknown): Rule {
  return assertion(
    (value) => deepEqual(wanted, value),
    (value, run) => failConst(run, value, wanted),
  );
}

function failConst(run: Run, value: unknown, wanted: unknown): false {
  const message = `Expected ${quoteValue(wanted)}, got ${quoteValue(value)}`;
  return run.fail('const', message, isJson(wanted) ? { expected: wanted, allowed: [wanted] } : {});
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** NaN and the infinities are no JSON numbers. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
