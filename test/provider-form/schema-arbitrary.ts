import type { JsonSchemaObject } from '@helve/core';
import fc from 'fast-check';

type Node = Record<string, unknown>;
type Schemas = fc.Arbitrary<Node>;

const names = ['a', 'b', 'c d', 'e.f', 'x-y', 'c_d', '*', '9', '__proto__'];
const formats = ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'regex', 'made-up'];
const literals = ['a', 'b', '', '1', 1, 2, 2.5, true, false, null];

/** Keywords that may or may not be there. */
function some(model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Node> {
  return fc.record(model, { requiredKeys: [] });
}

const words = some({
  title: fc.constant('Title'),
  description: fc.constantFrom('Words.', 'Other words.'),
  default: fc.constantFrom(1, 'a', null),
  deprecated: fc.boolean(),
  examples: fc.constant(['a', 1]),
  'x-note': fc.constant('private'),
  $comment: fc.constant('for authors'),
});

function join(...parts: readonly fc.Arbitrary<Node>[]): Schemas {
  return fc.tuple(...parts).map((nodes) => Object.assign({}, ...nodes) as Node);
}

/** Annotations on some schemas only, so that most stay small enough to read. */
const fewWords: Schemas = fc.oneof({ weight: 3, arbitrary: fc.constant<Node>({}) }, { weight: 1, arbitrary: words });

const small = fc.integer({ min: 0, max: 3 });
const textRules = some({
  minLength: small,
  maxLength: fc.integer({ min: 2, max: 6 }),
  pattern: fc.constantFrom('^[a-c]*$', '^.'),
  format: fc.constantFrom(...formats),
});
const numberRules = some({
  minimum: fc.integer({ min: -5, max: 2 }),
  maximum: fc.integer({ min: 3, max: 9 }),
  exclusiveMinimum: fc.constantFrom(-4, -0.5, 0),
  exclusiveMaximum: fc.constantFrom(8, 4.5),
  multipleOf: fc.constantFrom(1, 0.5, 2),
});

const text = join(fc.constant({ type: 'string' }), fc.oneof(fc.constant({}), textRules), fewWords);
const number = join(
  fc.record({ type: fc.constantFrom('integer', 'number') }),
  fc.oneof(fc.constant({}), numberRules),
  fewWords,
);
const plain = join(fc.record({ type: fc.constantFrom('boolean', 'null') }), fewWords);
const list = join(
  some({ type: fc.constantFrom('string', 'integer', 'number', ['string', 'null']) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom(...literals), { minLength: 1, maxLength: 4 }) }),
  fewWords,
);
const constant = join(fc.record({ const: fc.constantFrom(...literals) }), fewWords);
const types = join(
  fc.record({
    type: fc.uniqueArray(fc.constantFrom('string', 'integer', 'number', 'boolean', 'null'), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.oneof(fc.constant({}), textRules, numberRules),
  fewWords,
);
const reference = join(fc.record({ $ref: fc.constantFrom('#/$defs/Node', '#/$defs/Word', '#/$defs/Both') }), fewWords);
const anything = fc.constantFrom<Node>({}, { not: { type: 'null' } }, { minimum: 2 });

const scalars = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 4, arbitrary: number },
  { weight: 2, arbitrary: plain },
  { weight: 3, arbitrary: list },
  { weight: 1, arbitrary: constant },
  { weight: 2, arbitrary: types },
  { weight: 2, arbitrary: reference },
  { weight: 1, arbitrary: anything },
);

function arrays(inner: Schemas): Schemas {
  const shape = fc.oneof(
    { weight: 5, arbitrary: fc.record({ items: inner }) },
    { weight: 1, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.record({ prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }), items: fc.constant(false) }),
    },
    { weight: 1, arbitrary: fc.record({ prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }) }) },
  );
  const counts = some({ minItems: small, maxItems: fc.integer({ min: 2, max: 4 }), uniqueItems: fc.boolean() });
  return join(fc.constant({ type: 'array' }), shape, fc.oneof(fc.constant({}), counts), fewWords);
}

function objects(inner: Schemas): Schemas {
  const properties = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), inner), {
    selector: ([name]) => name,
    maxLength: 4,
  });
  const rules = some({
    additionalProperties: fc.oneof(fc.constantFrom(false, false, true), inner),
    patternProperties: inner.map((schema) => ({ '^p': schema })),
    minProperties: fc.constant(1),
    maxProperties: fc.constant(5),
    propertyNames: fc.constant({ maxLength: 12 }),
    dependentRequired: fc.constant({ a: ['b'] }),
  });
  return fc
    .tuple(
      properties,
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      fc.oneof(fc.constant({}), rules),
      fewWords,
    )
    .map(([entries, must, more, said]) => ({
      type: 'object',
      properties: Object.fromEntries(entries),
      required: entries.filter((_, index) => must[index]).map(([name]) => name),
      ...more,
      ...said,
    }));
}

function unions(inner: Schemas): Schemas {
  const branches = fc.array(inner, { minLength: 1, maxLength: 3 });
  return join(
    fc.oneof(fc.record({ anyOf: branches }), fc.record({ oneOf: branches }), fc.record({ allOf: branches })),
    fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constant({ type: 'string' }) }),
    fewWords,
  );
}

const { schema } = fc.letrec<{ schema: Node }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    { weight: 6, arbitrary: scalars },
    { weight: 2, arbitrary: arrays(tie('schema')) },
    { weight: 3, arbitrary: objects(tie('schema')) },
    { weight: 2, arbitrary: unions(tie('schema')) },
  ),
}));

const definitions = fc.record({
  Node: fc.constantFrom<Node>(
    { type: 'object', properties: { label: { type: 'string' }, child: { $ref: '#/$defs/Node' } }, required: ['label'] },
    {
      type: 'object',
      properties: {
        'a b': { type: 'integer', enum: [1, 2] },
        rest: { type: 'array', items: { $ref: '#/$defs/Node' } },
      },
    },
  ),
  Word: scalars.filter((node) => !Object.hasOwn(node, '$ref')),
  Both: fc.constant<Node>({ anyOf: [{ $ref: '#/$defs/Word' }, { type: 'boolean' }] }),
  Unused: fc.constant<Node>({ type: 'string' }),
});

/** Input schemas of tools: every keyword of the table, references and recursion included. */
export const toolSchemas: fc.Arbitrary<JsonSchemaObject> = fc
  .tuple(
    objects(schema),
    definitions,
    fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: unionsAtRoot() }),
  )
  .map(([root, $defs, more]) => ({ ...root, ...more, $defs }));

function unionsAtRoot(): Schemas {
  const branches = fc.array(objects(scalars), { minLength: 1, maxLength: 2 });
  return fc.oneof(fc.record({ anyOf: branches }), fc.record({ oneOf: branches }), fc.record({ allOf: branches }));
}
