import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlainObject } from '../../json/is-plain-object.js';
import type { JsonSchema } from '../../contract/schema.js';
import { compileJsonSchema } from './compile-json-schema.js';

const names = fc.constantFrom('a', 'b', 'c', 'ab', 'constructor');
const small = fc.integer({ min: 0, max: 3 });
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 'a', 'ab', '💩', 0, 1, -1, 1.5, 2, 3),
  fc.integer({ min: -3, max: 5 }),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const typeName = fc.constantFrom(...(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const));

/** A schema of one to four keywords: with more, random schemas refuse nearly everything. */
function schemaOf(keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonSchema> {
  const pairs = Object.entries(keywords).map(([name, arbitrary]) =>
    arbitrary.map((made): [string, unknown] => [name, made]),
  );
  return fc
    .uniqueArray(fc.oneof(...pairs), { minLength: 1, maxLength: 4, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));
}

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const sub = tie('schema');
  const some = fc.array(sub, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(names, sub, { maxKeys: 3, noNullPrototype: true });
  const namesList = fc.uniqueArray(names, { maxLength: 2 });
  const keywords = {
    type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    const: value,
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom('a', '^b', 'b$', '^.$'),
    required: namesList,
    properties: map,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), sub, { maxKeys: 2, noNullPrototype: true }),
    additionalProperties: sub,
    unevaluatedProperties: sub,
    propertyNames: fc.record({ maxLength: small }),
    minProperties: small,
    maxProperties: small,
    dependentRequired: fc.dictionary(names, namesList, { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: map,
    prefixItems: some,
    items: sub,
    unevaluatedItems: sub,
    contains: sub,
    minContains: small,
    maxContains: small,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: sub,
    if: sub,
    then: sub,
    else: sub,
    $ref: fc.constantFrom('#/$defs/string', '#/$defs/list', '#/$defs/closed'),
  };
  const objects = {
    properties: map,
    required: namesList,
    allOf: some,
    anyOf: some,
    oneOf: some,
    if: sub,
    then: sub,
    else: sub,
    items: sub,
    unevaluatedProperties: fc.boolean(),
    additionalProperties: fc.boolean(),
  };
  const leaf = fc.oneof(
    fc.constant(true),
    typeName.map((type): JsonSchema => schemaWithType(type)),
  );
  return { schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, schemaOf(keywords), schemaOf(objects)) };
});

function schemaWithType(type: 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'): JsonSchema {
  return { type };
}

const defs = {
  string: { type: 'string' },
  list: { type: ['object', 'null'], properties: { a: { $ref: '#/$defs/list' }, b: { default: 1 } } },
  closed: { properties: { a: { type: 'number' }, c: true }, additionalProperties: false },
} as const;

const rooted = schema.map((made): JsonSchema => ({ allOf: [made], $defs: defs }));
const plain = schema.map((made): JsonSchema => (typeof made === 'boolean' ? made : { ...made, $defs: defs }));

/**
 * Schemas for which Ajv departs from the specification: its book-keeping for `unevaluated…` errs with failed branches and
 * names such as `constructor`, and inside a loop an empty array passes `contains`. The plain evaluation below covers these.
 */
function isOutsideTheOracle(made: JsonSchema): boolean {
  return /"(?:unevaluated\w+|contains)"/.test(JSON.stringify(made));
}

/** Asks Ajv; undefined where the code it generates breaks. */
function askAjv(oracle: ValidateFunction, one: unknown): boolean | undefined {
  try {
    return oracle(one);
  } catch {
    return undefined;
  }
}

interface Evaluation {
  readonly valid: boolean;
  readonly names: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

const nothing: Evaluation = { valid: true, names: new Set(), items: new Set() };
const refused: Evaluation = { ...nothing, valid: false };

/** The applicators and `unevaluated…`, written down as the specification tells them, with every annotation kept. */
function evaluate(made: unknown, one: unknown): Evaluation {
  if (typeof made === 'boolean' || !isPlainObject(made)) return made === false ? refused : nothing;
  const { $ref, allOf, anyOf, oneOf, not, if: condition, then: whenMet, else: whenUnmet, ...rest } = made;
  const { unevaluatedProperties, unevaluatedItems, $defs: _defs, ...own } = rest;
  const parts: Evaluation[] = [evaluateOwn(own, one)];
  if (typeof $ref === 'string') parts.push(evaluate(Reflect.get(defs, $ref.slice('#/$defs/'.length)), one));
  for (const part of list(allOf)) parts.push(evaluate(part, one));
  if (anyOf !== undefined) parts.push(...choose(anyOf, one, (count) => count > 0));
  if (oneOf !== undefined) parts.push(...choose(oneOf, one, (count) => count === 1));
  if (not !== undefined && evaluate(not, one).valid) parts.push(refused);
  if (condition !== undefined) {
    const met = evaluate(condition, one);
    if (met.valid) parts.push(met);
    parts.push(evaluate((met.valid ? whenMet : whenUnmet) ?? true, one));
  }
  const inner = join(parts);
  return join([inner, evaluateRest(unevaluatedProperties, unevaluatedItems, one, inner)]);
}

function list(branches: unknown): readonly unknown[] {
  return Array.isArray(branches) ? branches : [];
}

function choose(branches: unknown, one: unknown, enough: (count: number) => boolean): Evaluation[] {
  const accepted = list(branches)
    .map((branch) => evaluate(branch, one))
    .filter((evaluation) => evaluation.valid);
  return enough(accepted.length) ? accepted : [refused];
}

function join(parts: readonly Evaluation[]): Evaluation {
  return {
    valid: parts.every((part) => part.valid),
    names: new Set(parts.flatMap((part) => [...part.names])),
    items: new Set(parts.flatMap((part) => [...part.items])),
  };
}

/** The keywords of one schema that look below the value, and the rest of them, which Ajv has already vouched for. */
function evaluateOwn(own: Record<string, unknown>, one: unknown): Evaluation {
  const {
    properties,
    patternProperties,
    additionalProperties,
    prefixItems,
    items,
    contains,
    minContains,
    maxContains,
    dependentSchemas,
    ...flat
  } = own;
  const parts: Evaluation[] = [{ ...nothing, valid: compileJsonSchema(flat).check(one).ok }];
  if (isPlainObject(one)) {
    for (const [name, member] of Object.entries(one)) {
      const schemas = [
        ...(isPlainObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []),
        ...Object.entries(patternProperties ?? {}).flatMap(([source, below]) =>
          new RegExp(source, 'u').test(name) ? [below] : [],
        ),
      ];
      if (schemas.length === 0 && additionalProperties !== undefined) schemas.push(additionalProperties);
      for (const below of schemas)
        parts.push({ ...nothing, valid: evaluate(below, member).valid, names: new Set([name]) });
    }
    for (const [name, below] of Object.entries(dependentSchemas ?? {}))
      if (Object.hasOwn(one, name)) parts.push(evaluate(below, one));
  }
  if (Array.isArray(one)) {
    for (const [at, item] of one.entries()) {
      const below = at < list(prefixItems).length ? list(prefixItems)[at] : items;
      if (below !== undefined) parts.push({ ...nothing, valid: evaluate(below, item).valid, items: new Set([at]) });
    }
    if (contains !== undefined) {
      const matching = [...one.keys()].filter((at) => evaluate(contains, one[at]).valid);
      const enough = matching.length >= Number(minContains ?? 1) && matching.length <= Number(maxContains ?? Infinity);
      parts.push({ ...nothing, valid: enough, items: new Set(matching) });
    }
  }
  return join(parts);
}

function evaluateRest(onNames: unknown, onItems: unknown, one: unknown, inner: Evaluation): Evaluation {
  const parts: Evaluation[] = [];
  if (onNames !== undefined && isPlainObject(one)) {
    for (const [name, member] of Object.entries(one)) {
      if (!inner.names.has(name))
        parts.push({ ...nothing, valid: evaluate(onNames, member).valid, names: new Set([name]) });
    }
  }
  if (onItems !== undefined && Array.isArray(one)) {
    for (const [at, item] of one.entries()) {
      if (!inner.items.has(at)) parts.push({ ...nothing, valid: evaluate(onItems, item).valid, items: new Set([at]) });
    }
  }
  return join(parts);
}

function runs(count: number): fc.Parameters<unknown> {
  return { numRuns: count };
}

describe('compileJsonSchema on random schemas', () => {
  test('compileJsonSchema gives the verdicts of Ajv', () => {
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      validateSchema: false,
      ownProperties: true,
      logger: false,
    });
    fc.assert(
      fc.property(fc.oneof(rooted, plain), fc.array(value, { minLength: 1, maxLength: 8 }), (made, values) => {
        fc.pre(!isOutsideTheOracle(made));
        const oracle = ajv.compile(made);
        const compiled = compileJsonSchema(made);
        for (const one of values) {
          const wanted = askAjv(oracle, one);
          if (wanted !== undefined) expect(compiled.check(one).ok, JSON.stringify(one)).toBe(wanted);
        }
      }),
      runs(1000),
    );
  });

  test('compileJsonSchema gives the verdicts of a plain evaluation that keeps every annotation', () => {
    const tracking = fc.record({
      unevaluatedProperties: fc.oneof(fc.constant(false), schema),
      unevaluatedItems: fc.oneof(fc.constant(false), schema),
    });
    const tracked = fc
      .tuple(plain, tracking)
      .map(([made, extra]): JsonSchema => (typeof made === 'boolean' ? made : { ...made, ...extra }));
    fc.assert(
      fc.property(fc.oneof(rooted, tracked), fc.array(value, { minLength: 1, maxLength: 8 }), (made, values) => {
        const compiled = compileJsonSchema(made);
        for (const one of values) expect(compiled.check(one).ok, JSON.stringify(one)).toBe(evaluate(made, one).valid);
      }),
      runs(1000),
    );
  });

  test('compileJsonSchema finds at least one issue exactly when it says no, and never touches the value', () => {
    const options = fc.record({ unknown: fc.constantFrom('allow', 'reject', 'strip'), defaults: fc.boolean() });
    fc.assert(
      fc.property(plain, value, options, (made, one, chosen) => {
        const before = JSON.stringify(one);
        const result = compileJsonSchema(made, chosen).check(one);
        expect(JSON.stringify(one)).toBe(before);
        if (!result.ok) expect(result.issues.length).toBeGreaterThan(0);
      }),
      runs(3000),
    );
  });

  test('compileJsonSchema strips to a value without unknown names that checks clean', () => {
    fc.assert(
      fc.property(plain, value, (made, one) => {
        const result = compileJsonSchema(made, { unknown: 'strip' }).check(one);
        fc.pre(result.ok);
        if (!result.ok) return;
        expect(compileJsonSchema(made, { unknown: 'reject' }).check(result.value)).toMatchObject({ ok: true });
        expect(compileJsonSchema(made, { unknown: 'strip' }).check(result.value)).toMatchObject({
          ok: true,
          stripped: [],
        });
      }),
      runs(3000),
    );
  });

  test('compileJsonSchema accepts without options what it accepts with unknown names refused', () => {
    fc.assert(
      fc.property(plain, value, (made, one) => {
        fc.pre(compileJsonSchema(made, { unknown: 'reject' }).check(one).ok);
        expect(compileJsonSchema(made).check(one).ok).toBe(true);
      }),
      runs(2000),
    );
  });
});
