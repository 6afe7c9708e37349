import { isPlainObject, type JsonSchemaObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { actionFor, columns, keywordTable } from './keyword-table.js';
import { compileFor, parametersOf, toolWith } from '../../../../test/provider-form/declared.js';

/** The key that shows each column of the table. */
const keys = ['openai', 'openaiStrict', 'anthropic', 'anthropicStrict', 'geminiNative', 'geminiJsonSchema', 'ollama'];

/** K: unchanged. X: no form is made. An object: the replacement. */
type Expected = 'K' | 'X' | Readonly<Record<string, unknown>>;
type Case = readonly [keyword: string, schema: object, ...expected: readonly Expected[]];

const rules = (node: object, text: string) => ({ ...node, description: `Rules: ${text}.` });
const string = { type: 'string' };
const STRING = { type: 'STRING' };
const integer = { type: 'integer' };
const INTEGER = { type: 'INTEGER' };
const texts = { type: 'array', items: string };
const TEXTS = { type: 'ARRAY', items: STRING };
const object = { type: 'object', properties: { a: string }, required: ['a'] };
const OBJECT = { type: 'OBJECT', properties: { a: STRING }, required: ['a'], propertyOrdering: ['a'] };
const closed = { ...object, additionalProperties: false };
const primitives = { anyOf: [STRING, { type: 'NUMBER' }, { type: 'BOOLEAN' }], nullable: true };
const stringOr = (other: object) => ({ anyOf: [string, other] });

// prettier-ignore
const cases: readonly Case[] = [
  ['type', string, 'K', 'K', 'K', 'K', STRING, 'K', 'K'],
  ['description', { type: 'string', description: 'Words.' }, 'K', 'K', 'K', 'K', { type: 'STRING', description: 'Words.' }, 'K', 'K'],
  ['type with null', { type: ['string', 'null'] }, 'K', 'K', 'K', { anyOf: [string, { type: 'null' }] }, { type: 'STRING', nullable: true }, 'K', 'K'],
  ['type list', { type: ['string', 'integer'] }, 'K', stringOr(integer), 'K', stringOr(integer), { anyOf: [STRING, INTEGER] }, stringOr(integer), 'K'],
  ['untyped', {}, 'K', 'X', 'K', 'X', rules(primitives, 'any value'), 'K', { description: 'Rules: any value.' }],
  ['title', { type: 'string', title: 'T' }, 'K', 'K', 'K', 'K', { type: 'STRING', title: 'T' }, 'K', rules(string, 'title "T"')],
  ['enum', { type: 'string', enum: ['a', 'b'] }, 'K', 'K', 'K', { enum: ['a', 'b'] }, { type: 'STRING', format: 'enum', enum: ['a', 'b'] }, 'K', 'K'],
  ['enum', { type: 'integer', enum: [1, 2] }, 'K', 'K', 'K', { enum: [1, 2] }, { type: 'INTEGER', format: 'enum', enum: ['1', '2'] }, 'K', 'K'],
  ['enum', { type: 'boolean', enum: [true] }, 'K', 'K', 'K', { enum: [true] }, rules({ type: 'BOOLEAN' }, 'enum [true]'), rules({ type: 'boolean' }, 'enum [true]'), 'K'],
  ['const', { const: 'a' }, 'K', { type: 'string', const: 'a' }, 'K', 'K', { type: 'STRING', format: 'enum', enum: ['a'] }, { type: 'string', enum: ['a'] }, { enum: ['a'] }],
  ['minimum', { type: 'integer', minimum: 3 }, 'K', 'K', 'K', rules(integer, 'minimum 3'), { type: 'INTEGER', minimum: 3 }, 'K', rules(integer, 'minimum 3')],
  ['maximum', { type: 'number', maximum: 3 }, 'K', 'K', 'K', rules({ type: 'number' }, 'maximum 3'), { type: 'NUMBER', maximum: 3 }, 'K', rules({ type: 'number' }, 'maximum 3')],
  ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 3 }, 'K', 'K', 'K', rules(integer, 'exclusive minimum 3'), { type: 'INTEGER', minimum: 4 }, { type: 'integer', minimum: 4 }, rules(integer, 'exclusive minimum 3')],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 3 }, 'K', 'K', 'K', rules({ type: 'number' }, 'exclusive maximum 3'), rules({ type: 'NUMBER' }, 'exclusive maximum 3'), rules({ type: 'number' }, 'exclusive maximum 3'), rules({ type: 'number' }, 'exclusive maximum 3')],
  ['multipleOf', { type: 'integer', multipleOf: 5 }, 'K', 'K', 'K', rules(integer, 'multiple of 5'), rules(INTEGER, 'multiple of 5'), rules(integer, 'multiple of 5'), rules(integer, 'multiple of 5')],
  ['minLength', { type: 'string', minLength: 2 }, 'K', rules(string, 'min length 2'), 'K', rules(string, 'min length 2'), { type: 'STRING', minLength: '2' }, rules(string, 'min length 2'), rules(string, 'min length 2')],
  ['maxLength', { type: 'string', maxLength: 2 }, 'K', rules(string, 'max length 2'), 'K', rules(string, 'max length 2'), { type: 'STRING', maxLength: '2' }, rules(string, 'max length 2'), rules(string, 'max length 2')],
  ['pattern', { type: 'string', pattern: '^a' }, 'K', 'K', 'K', rules(string, 'pattern "^a"'), { type: 'STRING', pattern: '^a' }, rules(string, 'pattern "^a"'), rules(string, 'pattern "^a"')],
  ['format', { type: 'string', format: 'date-time' }, 'K', 'K', 'K', 'K', { type: 'STRING', format: 'date-time' }, 'K', rules(string, 'format date-time')],
  ['format', { type: 'string', format: 'date' }, 'K', 'K', 'K', 'K', rules(STRING, 'format date'), 'K', rules(string, 'format date')],
  ['format', { type: 'string', format: 'uri' }, 'K', rules(string, 'format uri'), 'K', 'K', rules(STRING, 'format uri'), rules(string, 'format uri'), rules(string, 'format uri')],
  ['items', texts, 'K', 'K', 'K', 'K', TEXTS, 'K', 'K'],
  ['array without items', { type: 'array' }, 'K', 'X', 'K', 'X', { type: 'ARRAY', items: rules(primitives, 'any value') }, 'K', rules({ type: 'array' }, 'items of any value')],
  ['prefixItems', { type: 'array', prefixItems: [string, integer], items: false }, 'K', 'X', 'K', 'X', rules({ type: 'ARRAY', items: { anyOf: [STRING, INTEGER] }, maxItems: '2' }, 'prefix items [{"type":"string"},{"type":"integer"}]'), { type: 'array', prefixItems: [string, integer], maxItems: 2 }, rules({ type: 'array' }, 'items of any value, prefix items [{"type":"string"},{"type":"integer"}], max items 2')],
  ['minItems', { ...texts, minItems: 1 }, 'K', 'K', 'K', 'K', { ...TEXTS, minItems: '1' }, 'K', rules(texts, 'min items 1')],
  ['minItems', { ...texts, minItems: 2 }, 'K', 'K', 'K', rules(texts, 'min items 2'), { ...TEXTS, minItems: '2' }, 'K', rules(texts, 'min items 2')],
  ['maxItems', { ...texts, maxItems: 2 }, 'K', 'K', 'K', rules(texts, 'max items 2'), { ...TEXTS, maxItems: '2' }, 'K', rules(texts, 'max items 2')],
  ['uniqueItems', { ...texts, uniqueItems: true }, 'K', rules(texts, 'unique items'), 'K', rules(texts, 'unique items'), rules(TEXTS, 'unique items'), rules(texts, 'unique items'), rules(texts, 'unique items')],
  ['contains', { ...texts, contains: { const: 'a' } }, 'K', rules(texts, 'contains {"const":"a"}'), 'K', rules(texts, 'contains {"const":"a"}'), rules(TEXTS, 'contains {"const":"a"}'), rules(texts, 'contains {"const":"a"}'), rules(texts, 'contains {"const":"a"}')],
  ['unevaluatedItems', { ...texts, unevaluatedItems: { type: 'null' } }, 'K', 'X', 'K', 'X', rules(TEXTS, 'unevaluated items {"type":"null"}'), rules(texts, 'unevaluated items {"type":"null"}'), rules(texts, 'unevaluated items {"type":"null"}')],
  ['properties', closed, 'K', 'K', 'K', 'K', OBJECT, 'K', object],
  ['optional property', { type: 'object', properties: { a: string, n: integer }, required: ['a'], additionalProperties: false }, 'K', { type: 'object', properties: { a: string, n: { type: ['integer', 'null'] } }, required: ['a', 'n'], additionalProperties: false }, 'K', 'K', { type: 'OBJECT', properties: { a: STRING, n: INTEGER }, required: ['a'], propertyOrdering: ['a', 'n'] }, 'K', { type: 'object', properties: { a: string, n: integer }, required: ['a'] }],
  ['additionalProperties: false', object, 'K', closed, 'K', closed, OBJECT, 'K', 'K'],
  ['additionalProperties', { ...object, additionalProperties: integer }, 'K', 'X', 'K', 'X', rules(OBJECT, 'additional properties {"type":"integer"}'), 'K', rules(object, 'additional properties {"type":"integer"}')],
  ['patternProperties', { ...object, patternProperties: { '^n': integer } }, 'K', 'X', 'K', 'X', rules(OBJECT, 'pattern properties {"^n":{"type":"integer"}}'), rules(object, 'pattern properties {"^n":{"type":"integer"}}'), rules(object, 'pattern properties {"^n":{"type":"integer"}}')],
  ['patternProperties', { ...closed, patternProperties: { '^n': integer } }, 'K', 'X', 'K', 'X', rules(OBJECT, 'pattern properties {"^n":{"type":"integer"}}'), rules(object, 'pattern properties {"^n":{"type":"integer"}}'), rules(object, 'pattern properties {"^n":{"type":"integer"}}')],
  ['required but undeclared', { ...object, required: ['a', 'z'] }, 'K', 'X', 'K', 'X', rules(OBJECT, 'required ["z"]'), rules(object, 'required ["z"]'), rules(object, 'required ["z"]')],
  ['minProperties', { ...object, minProperties: 1 }, 'K', rules(closed, 'min properties 1'), 'K', rules(closed, 'min properties 1'), { ...OBJECT, minProperties: '1' }, rules(object, 'min properties 1'), rules(object, 'min properties 1')],
  ['propertyNames', { ...object, propertyNames: { maxLength: 3 } }, 'K', rules(closed, 'property names {"maxLength":3}'), 'K', rules(closed, 'property names {"maxLength":3}'), rules(OBJECT, 'property names {"maxLength":3}'), rules(object, 'property names {"maxLength":3}'), rules(object, 'property names {"maxLength":3}')],
  ['dependentRequired', { ...object, dependentRequired: { a: ['a'] } }, 'K', rules(closed, 'dependent required {"a":["a"]}'), 'K', rules(closed, 'dependent required {"a":["a"]}'), rules(OBJECT, 'dependent required {"a":["a"]}'), rules(object, 'dependent required {"a":["a"]}'), rules(object, 'dependent required {"a":["a"]}')],
  ['unevaluatedProperties', { ...object, unevaluatedProperties: integer }, 'K', 'X', 'K', 'X', rules(OBJECT, 'unevaluated properties {"type":"integer"}'), rules(object, 'unevaluated properties {"type":"integer"}'), rules(object, 'unevaluated properties {"type":"integer"}')],
  ['anyOf', stringOr(integer), 'K', 'K', 'K', 'K', { anyOf: [STRING, INTEGER] }, 'K', { type: ['string', 'integer'] }],
  ['anyOf', { type: 'string', anyOf: [{ pattern: '^a' }, { maxLength: 3 }] }, 'K', { anyOf: [{ type: 'string', pattern: '^a' }, rules(string, 'max length 3')] }, 'K', { anyOf: [rules(string, 'pattern "^a"'), rules(string, 'max length 3')] }, { anyOf: [{ type: 'STRING', pattern: '^a' }, { type: 'STRING', maxLength: '3' }] }, { type: 'string', anyOf: [{ description: 'Rules: pattern "^a".' }, { description: 'Rules: max length 3.' }] }, rules(string, 'any of [{"pattern":"^a"},{"maxLength":3}]')],
  ['anyOf', { anyOf: [closed, { type: 'null' }] }, 'K', 'K', 'K', 'K', { ...OBJECT, nullable: true }, 'K', { ...object, type: ['object', 'null'] }],
  ['oneOf', { oneOf: [string, integer] }, 'K', stringOr(integer), 'K', stringOr(integer), { anyOf: [STRING, INTEGER] }, stringOr(integer), { type: ['string', 'integer'] }],
  ['allOf', { allOf: [{ type: 'string' }, { minLength: 2 }] }, { type: 'string', minLength: 2 }, rules(string, 'min length 2'), { type: 'string', minLength: 2 }, rules(string, 'min length 2'), { type: 'STRING', minLength: '2' }, rules(string, 'min length 2'), rules(string, 'min length 2')],
  ['allOf', { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }] }, { type: 'string', pattern: '^a', allOf: [{ pattern: 'b$' }] }, 'X', { type: 'string', pattern: '^a', allOf: [{ pattern: 'b$' }] }, 'X', rules({ type: 'STRING', pattern: '^a' }, 'all of [{"pattern":"b$"}]'), rules(string, 'pattern "^a", all of [{"pattern":"b$"}]'), rules(string, 'pattern "^a", all of [{"pattern":"b$"}]')],
  ['not', { type: 'string', not: { const: 'a' } }, 'K', rules(string, 'not {"const":"a"}'), 'K', rules(string, 'not {"const":"a"}'), rules(STRING, 'not {"const":"a"}'), rules(string, 'not {"const":"a"}'), rules(string, 'not {"const":"a"}')],
  ['if', { type: 'string', if: { minLength: 2 }, then: { pattern: '^a' } }, 'K', rules(string, 'if {"minLength":2}, then {"pattern":"^a"}'), 'K', rules(string, 'if {"minLength":2}, then {"pattern":"^a"}'), rules(STRING, 'if {"minLength":2}, then {"pattern":"^a"}'), rules(string, 'if {"minLength":2}, then {"pattern":"^a"}'), rules(string, 'if {"minLength":2}, then {"pattern":"^a"}')],
  ['default', { type: 'string', default: 'a' }, 'K', rules(string, 'default "a"'), 'K', rules(string, 'default "a"'), rules(STRING, 'default "a"'), rules(string, 'default "a"'), rules(string, 'default "a"')],
  ['examples', { type: 'string', examples: ['a'] }, 'K', rules(string, 'examples ["a"]'), 'K', rules(string, 'examples ["a"]'), rules(STRING, 'examples ["a"]'), rules(string, 'examples ["a"]'), rules(string, 'examples ["a"]')],
  ['deprecated', { type: 'string', deprecated: true }, 'K', rules(string, 'deprecated'), 'K', rules(string, 'deprecated'), rules(STRING, 'deprecated'), rules(string, 'deprecated'), rules(string, 'deprecated')],
  ['contentEncoding', { type: 'string', contentEncoding: 'base64' }, 'K', rules(string, 'content encoding "base64"'), 'K', rules(string, 'content encoding "base64"'), rules(STRING, 'content encoding "base64"'), rules(string, 'content encoding "base64"'), rules(string, 'content encoding "base64"')],
  ['$ref', { $ref: '#/$defs/Word' }, 'K', 'K', 'K', 'K', STRING, 'K', string],
  ['$ref', { $ref: '#/$defs/Word', description: 'Words.' }, 'K', 'K', 'K', { anyOf: [{ $ref: '#/$defs/Word' }], description: 'Words.' }, { type: 'STRING', description: 'Words.' }, { anyOf: [{ $ref: '#/$defs/Word' }], description: 'Words.' }, { type: 'string', description: 'Words.' }],
  ['foreign $ref', { $ref: 'https://example.com/word', type: 'string' }, 'K', 'X', 'K', 'X', rules(STRING, 'ref "https://example.com/word"'), rules(string, 'ref "https://example.com/word"'), rules(string, 'ref "https://example.com/word"')],
  ['$anchor', { type: 'string', $anchor: 'here' }, 'K', 'X', 'K', 'X', rules(STRING, 'anchor "here"'), rules(string, 'anchor "here"'), rules(string, 'anchor "here"')],
  ['unknown keyword', { type: 'string', colour: 'red' }, 'K', string, 'K', string, STRING, string, string],
];

const rows = cases.map(([keyword, schema, ...expected]) => ({ keyword, schema, expected }));

function shownIn(key: string, schema: object) {
  const root = { type: 'object', properties: { p: schema }, required: ['p'], $defs: { Word: string } };
  const compiled = compileFor(key, toolWith(root));
  if ('refused' in compiled) return { shown: 'X', losses: compiled.losses };
  const { properties } = parametersOf(compiled.schema);
  return { shown: isPlainObject(properties) ? properties['p'] : undefined, losses: compiled.losses };
}

describe.each(keys.map((key, index) => [key, index] as const))('%s', (key, index) => {
  test.each(rows)('$keyword is treated as the table says: $schema', ({ keyword, schema, expected }) => {
    const { shown, losses } = shownIn(key, schema);
    const wanted = expected[index];
    expect(shown).toEqual(wanted === 'K' ? schema : wanted);
    const about = losses.filter(({ pointer }) => pointer.startsWith('/properties/p'));
    // Every change is reported.
    if (wanted !== 'K' && !(keyword === 'type' || isOnlyUpper(schema, wanted))) expect(about).not.toEqual([]);
    expect(about.some(({ action }) => action === 'refused')).toBe(wanted === 'X');
  });
});

/** True when only capitals of types and the order of properties differ: Gemini's way, which loses nothing. */
function isOnlyUpper(schema: object, wanted: Expected | undefined): boolean {
  const lower = JSON.stringify(wanted).replaceAll(/"(?:STRING|INTEGER|NUMBER|BOOLEAN|ARRAY|OBJECT)"/g, (type) =>
    type.toLowerCase(),
  );
  return lower.replace(/,"propertyOrdering":\[[^\]]*\]/, '') === JSON.stringify(schema);
}

test('the table has an action for every keyword in every column', () => {
  for (const row of Object.values(keywordTable)) expect(row).toHaveLength(columns.length);
  expect(actionFor('openaiStrict', 'no such keyword')).toBe('drop');
  expect(actionFor('openai', 'constructor')).toBe('keep');
});

test.each(['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const'])(
  '%s at the root is told in words, and refused by strict forms',
  (keyword) => {
    const value =
      keyword === 'enum'
        ? [{}, { a: 'b' }]
        : keyword === 'const'
          ? { a: 'b' }
          : keyword === 'not'
            ? { required: ['b'] }
            : [{ pattern: '^a' }, { pattern: 'b$' }];
    const root = toolWith({ type: 'object', properties: { a: string }, [keyword]: value });
    for (const key of keys) {
      const compiled = compileFor(key, root);
      const action = compiled.losses.findLast((loss) => loss.keyword === keyword && loss.pointer === '')?.action;
      const isMerged = keyword === 'allOf' && action === 'rewritten';
      if (key.endsWith('Strict')) expect(compiled).toHaveProperty('refused', true);
      else expect([key, isMerged || action]).toEqual([key, isMerged || 'moved']);
      if (!('refused' in compiled)) expect(parametersOf(compiled.schema)).not.toHaveProperty(keyword);
    }
  },
);

test('oneOf as anyOf takes the same values where no value fits two branches, and more where one may', () => {
  const effect = (branches: readonly object[]) =>
    shownIn('geminiJsonSchema', { oneOf: branches }).losses.find(({ keyword }) => keyword === 'oneOf')?.effect;
  const kind = (value: string) => ({ type: 'object', properties: { kind: { const: value } }, required: ['kind'] });
  expect(effect([string, integer])).toBe('same');
  expect(effect([kind('a'), kind('b')])).toBe('same');
  expect(effect([{ enum: ['a'] }, { enum: ['b', 1] }])).toBe('same');
  expect(effect([integer, { type: 'number' }])).toBe('wider');
  expect(effect([kind('a'), { type: 'object', properties: { kind: { const: 'b' } } }])).toBe('wider');
  expect(effect([{ minLength: 1 }, string])).toBe('wider');
});

test('comments, vendor keywords and the address of a schema go to nobody but MCP', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.com/tool',
    type: 'object',
    properties: { p: { type: 'string', $comment: 'later', 'x-widget': 'area' } },
  } as JsonSchemaObject;
  for (const key of keys) {
    const compiled = compileFor(key, toolWith(schema));
    if ('refused' in compiled) throw new Error(key);
    expect(JSON.stringify(compiled.schema)).not.toMatch(/\$comment|\$schema|\$id|x-widget/);
    const dropped = compiled.losses.filter(({ action, effect }) => action === 'dropped' && effect === 'same');
    expect(dropped.map(({ keyword }) => keyword)).toEqual(
      expect.arrayContaining(['$comment', '$schema', '$id', 'x-widget']),
    );
  }
  const verbatim = compileFor('mcp', toolWith(schema));
  expect('schema' in verbatim && parametersOf(verbatim.schema)).toEqual(schema);
});
