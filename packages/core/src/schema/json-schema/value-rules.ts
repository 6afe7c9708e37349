import type { Json } from '../../contract/json.js';
import { isPlainObject } from '../../json/is-plain-object.js';
import { nearestNames } from '../../errors/nearest-name.js';
import { deepEqual } from '../../json/deep-equal.js';
import { describeValue, quoteValue } from './describe-value.js';
import { foldRules } from './fold-rules.js';
import type { Check, Rule, Run } from './run.js';
import type { SchemaNode } from './schema-node.js';

/** The rules of a node that speak only about one kind of value. */
export interface KindRules {
  readonly string: readonly Rule<string>[];
  readonly number: readonly Rule<number>[];
  readonly array: readonly Rule<readonly unknown[]>[];
  readonly object: readonly Rule<Record<string, unknown>>[];
}

/** `type` together with the rules that depend on the kind of value, so that the kind is looked up once. */
export function compileKinds(types: readonly string[] | undefined, rules: KindRules): Check | undefined {
  const onString = foldRules(rules.string);
  const onNumber = foldRules(rules.number);
  const onArray = foldRules(rules.array);
  const onObject = foldRules(rules.object);
  const silent = !onString && !onNumber && !onArray && !onObject;
  if (types === undefined && silent) return undefined;
  const [only, another] = types ?? [];

  // The common case: one type, and nothing but rules for that type.
  if (only !== undefined && another === undefined) {
    const gate = compileGate(only, onString ?? always, onNumber ?? always, onArray ?? always, onObject ?? always);
    if (gate !== undefined) return gate;
  }
  const allowed = types === undefined ? undefined : new Set(types);
  return (value, run, evaluated) => {
    if (allowed !== undefined && !hasType(value, allowed)) return run.reporting && failType(run, value, [...allowed]);
    if (isString(value)) return onString === undefined || onString(value, run, evaluated);
    if (isNumber(value)) return onNumber === undefined || onNumber(value, run, evaluated);
    if (isArray(value)) return onArray === undefined || onArray(value, run, evaluated);
    if (isPlainObject(value)) return onObject === undefined || onObject(value, run, evaluated);
    return true;
  };
}

const always = (): boolean => true;

/** Each type has a closure of its own, so that engines can inline the test of the type. */
function compileGate(
  type: string,
  onString: Rule<string>,
  onNumber: Rule<number>,
  onArray: Rule<readonly unknown[]>,
  onObject: Rule<Record<string, unknown>>,
): Check | undefined {
  const fail = (run: Run, value: unknown): boolean => run.reporting && failType(run, value, [type]);
  switch (type) {
    case 'object':
      return (value, run, evaluated) => (isPlainObject(value) ? onObject(value, run, evaluated) : fail(run, value));
    case 'array':
      return (value, run, evaluated) => (isArray(value) ? onArray(value, run, evaluated) : fail(run, value));
    case 'string':
      return (value, run, evaluated) =>
        typeof value === 'string' ? onString(value, run, evaluated) : fail(run, value);
    case 'number':
      return onNumber === always
        ? (value, run) => isNumber(value) || fail(run, value)
        : (value, run, evaluated) => (isNumber(value) ? onNumber(value, run, evaluated) : fail(run, value));
    case 'integer':
      return (value, run, evaluated) => (isInteger(value) ? onNumber(value, run, evaluated) : fail(run, value));
    case 'boolean':
      return (value, run) => typeof value === 'boolean' || fail(run, value);
    case 'null':
      return (value, run) => value === null || fail(run, value);
    default:
      return undefined;
  }
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

/** `enum` and `const`. */
export function compileEquality(node: SchemaNode): Check[] {
  const rules: Check[] = [];
  if (node.enum !== undefined) rules.push(compileEnum(node.enum));
  if (node.const !== undefined) rules.push(compileConst(node.const.value));
  return rules;
}

function compileEnum(values: readonly unknown[]): Check {
  const scalars = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const structures = values.filter((value) => typeof value === 'object' && value !== null);
  return (value, run) =>
    scalars.has(value) ||
    structures.some((allowed) => deepEqual(allowed, value)) ||
    (run.reporting && failEnum(run, value, values));
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

function compileConst(wanted: unknown): Check {
  return (value, run) => deepEqual(wanted, value) || (run.reporting && failConst(run, value, wanted));
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

function isJson(value: unknown): value is Json {
  if (value === null || isString(value) || isNumber(value) || isBoolean(value)) return true;
  return isArray(value) ? value.every(isJson) : isPlainObject(value) && Object.values(value).every(isJson);
}
