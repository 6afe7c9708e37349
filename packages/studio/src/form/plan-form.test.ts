import { describe, expect, test } from 'vitest';
import type { JsonSchema, JsonSchemaObject } from '../wire/wire.js';
import type { Field } from './field.js';
import { planForm } from './plan-form.js';

/** The field of a form that asks for one thing. */
function fieldFor(schema: JsonSchema, name = 'it', rest: JsonSchemaObject = {}): Field | undefined {
  const form = planForm({ type: 'object', properties: { [name]: schema }, ...rest });
  return form.kind === 'object' ? form.members[0]?.field : undefined;
}

describe('planForm', () => {
  test.each<[JsonSchemaObject, object]>([
    [{ type: 'string' }, { kind: 'text', inputType: 'text', multiline: false, initial: undefined }],
    [
      { type: 'string', maxLength: 201 },
      { kind: 'text', multiline: true, maxLength: 201 },
    ],
    [
      { type: 'string', format: 'date', default: '2026-01-02' },
      { inputType: 'date', initial: '2026-01-02' },
    ],
    [
      { type: 'string', format: 'constructor' },
      { kind: 'text', inputType: 'text' },
    ],
    [
      { type: 'string', writeOnly: true },
      { kind: 'text', inputType: 'password' },
    ],
    [
      { type: 'integer', minimum: 1, maximum: 5 },
      { kind: 'number', range: 'whole, at least 1, at most 5' },
    ],
    [
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER },
      { kind: 'number', range: 'whole' },
    ],
    [
      { type: 'number', exclusiveMinimum: 0 },
      { kind: 'number', range: 'above 0' },
    ],
    [{ type: 'number' }, { kind: 'number', range: undefined }],
    [
      { type: 'boolean', default: true },
      { kind: 'boolean', initial: true },
    ],
    [
      { enum: ['a', 1, null], default: 1 },
      { kind: 'choice', initial: 1 },
    ],
    [{ oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }, { kind: 'choice' }],
    [{ const: 'x' }, { kind: 'choice', choices: [{ json: '"x"', label: 'x' }] }],
    [
      { type: 'array', items: { type: 'integer' } },
      { kind: 'list', item: { kind: 'number' }, minItems: 0 },
    ],
    [
      { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      { kind: 'list', item: { kind: 'list' } },
    ],
    [{ type: 'array' }, { kind: 'json' }],
    [{ type: 'object' }, { kind: 'json' }],
    [
      { type: 'object', additionalProperties: { type: 'number' } },
      { kind: 'object', others: { kind: 'number' } },
    ],
    [{}, { kind: 'json' }],
  ])('makes of %j the fitting field', (schema, field) => {
    expect(fieldFor(schema)).toMatchObject(field);
  });

  test('labels the choices of an enumeration', () => {
    expect(fieldFor({ enum: ['a', 1, ''] })).toMatchObject({
      choices: [
        { json: '"a"', label: 'a' },
        { json: '1', label: '1' },
        { json: '""', label: '""' },
      ],
    });
    expect(fieldFor({ oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] })).toMatchObject({
      choices: [{ label: 'First' }, { label: 'b' }],
    });
  });

  test('asks an optional yes or no as three answers, and a required one as two', () => {
    expect(fieldFor({ type: 'boolean' })).toMatchObject({
      kind: 'choice',
      choices: [{ json: 'true' }, { json: 'false' }],
    });
    expect(fieldFor({ type: 'boolean' }, 'it', { required: ['it'] })).toMatchObject({ kind: 'boolean' });
  });

  test.each(['text', 'sourceText', 'body'])('gives a text called %s room for lines', (name) => {
    expect(fieldFor({ type: 'string' }, name)).toMatchObject({ multiline: true });
    expect(fieldFor({ type: 'string', maxLength: 20 }, name)).toMatchObject({ multiline: false });
  });

  test('reads a value that may be null as one that may stay empty', () => {
    for (const schema of [{ type: ['integer', 'null'] }, { anyOf: [{ type: 'integer' }, { type: 'null' }] }] as const) {
      expect(fieldFor(schema, 'it', { required: ['it'] })).toMatchObject({ kind: 'number', nullable: true });
    }
  });

  test('offers each shape of a choice, under its title, its mark or its kind', () => {
    const circle = {
      properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
      required: ['kind'],
    } as const;
    const shapes = fieldFor({ oneOf: [circle, { type: 'string' }, { title: 'Many', type: 'array', items: {} }, {}] });
    expect(shapes).toMatchObject({
      kind: 'variant',
      variants: [
        { kind: 'object', label: 'circle', members: [{ field: { kind: 'fixed', initial: 'circle' } }, {}] },
        { kind: 'text', label: 'text' },
        { kind: 'list', label: 'Many' },
        { kind: 'json', label: 'Option 4' },
      ],
    });
    expect(fieldFor({ type: ['string', 'number'] })).toMatchObject({
      variants: [
        { kind: 'text', label: 'string' },
        { kind: 'number', label: 'number' },
      ],
    });
  });

  test('merges what must hold together', () => {
    const part = { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] } as const;
    expect(fieldFor({ properties: { a: { type: 'string' } }, allOf: [part] })).toMatchObject({
      kind: 'object',
      members: [{ name: 'b', field: { kind: 'number', required: true } }, { name: 'a' }],
    });
  });

  test('follows local references, and writes a shape within itself as JSON', () => {
    const node: JsonSchemaObject = {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
    };
    const rest: JsonSchemaObject = {
      $defs: { node, word: { type: 'string', description: 'A word' }, loop: { $ref: '#/$defs/loop' } },
    };
    expect(fieldFor({ $ref: '#/$defs/word' }, 'it', rest)).toMatchObject({ kind: 'text', hint: 'A word' });
    expect(fieldFor({ $ref: '#/$defs/node' }, 'it', rest)).toMatchObject({
      members: [{ field: { kind: 'text' } }, { field: { kind: 'json' } }],
    });
    for (const $ref of ['#/$defs/loop', '#/$defs/none', '#/%', 'https://elsewhere.example/schema']) {
      expect(fieldFor({ $ref }, 'it', rest)).toMatchObject({ kind: 'json' });
    }
  });

  test('ends where objects go too deep', () => {
    const deep = (levels: number): JsonSchemaObject =>
      levels === 0 ? { type: 'object', properties: {} } : { type: 'object', properties: { in: deep(levels - 1) } };
    expect(JSON.stringify(planForm(deep(4)))).not.toContain('"json"');
    expect(JSON.stringify(planForm(deep(9)))).toContain('"json"');
  });

  test('asks for the whole input where the schema names no properties, and for nothing where nothing fits', () => {
    expect(planForm({})).toMatchObject({ kind: 'json', initial: {} });
    expect(planForm({ type: 'object', additionalProperties: false })).toMatchObject({ kind: 'object', members: [] });
    expect(planForm({ type: 'object', properties: {} })).toMatchObject({ kind: 'object', members: [] });
  });
});
