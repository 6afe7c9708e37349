import type { JsonSchemaObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { planForm } from './plan-form.js';

/** The field of a form that asks for one thing. */
function fieldFor(schema: JsonSchemaObject | boolean, name = 'it', rest: JsonSchemaObject = {}) {
  return planForm({ type: 'object', properties: { [name]: schema }, ...rest })[0];
}

describe('planForm', () => {
  test.each<[JsonSchemaObject, object]>([
    [{ type: 'string' }, { kind: 'text', inputType: 'text', multiline: false, value: '' }],
    [
      { type: 'string', maxLength: 201 },
      { kind: 'text', multiline: true, maxLength: 201 },
    ],
    [
      { type: 'string', format: 'date', default: '2026-01-02' },
      { kind: 'text', inputType: 'date', value: '2026-01-02' },
    ],
    [
      { type: 'string', format: 'constructor' },
      { kind: 'text', inputType: 'text' },
    ],
    [
      { type: 'integer', minimum: 1, maximum: 5, default: 2 },
      { kind: 'number', min: 1, max: 5, step: 1, value: '2' },
    ],
    [
      { type: 'integer', exclusiveMinimum: 0, minimum: -3, exclusiveMaximum: 9 },
      { kind: 'number', min: 1, max: 8 },
    ],
    [{ type: 'number' }, { kind: 'number', step: 'any', value: '' }],
    [
      { type: 'number', multipleOf: 0.5 },
      { kind: 'number', step: 0.5 },
    ],
    [{ type: 'boolean' }, { kind: 'boolean', checked: false, alwaysSent: false }],
    [
      { type: 'boolean', default: true },
      { kind: 'boolean', checked: true, alwaysSent: true },
    ],
    [
      { enum: ['a', 1, null], default: 1 },
      {
        kind: 'choice',
        chosen: '1',
        choices: [
          { json: '"a"', label: 'a' },
          { json: '1', label: '1' },
          { json: 'null', label: 'null' },
        ],
      },
    ],
    [{ const: 'x' }, { kind: 'choice', choices: [{ json: '"x"', label: 'x' }] }],
    [
      { type: 'array', items: { type: 'integer' }, default: [1, 2] },
      { kind: 'list', itemType: 'number', value: '1\n2' },
    ],
    [{ type: 'array', items: { type: 'string' }, default: ['two\nlines'] }, { kind: 'json' }],
    [
      { type: 'array', items: { type: 'object' } },
      { kind: 'json', value: '' },
    ],
    [{ type: 'array' }, { kind: 'json' }],
    [{ type: 'object' }, { kind: 'json' }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { kind: 'json' }],
    [{ type: ['string', 'number'] }, { kind: 'json' }],
    [{}, { kind: 'json' }],
  ])('makes of %j the fitting field', (schema, field) => {
    expect(fieldFor(schema)).toMatchObject(field);
  });

  test.each(['text', 'sourceText', 'body'])('gives a text called %s room for lines', (name) => {
    expect(fieldFor({ type: 'string' }, name)).toMatchObject({ kind: 'text', multiline: true });
    expect(fieldFor({ type: 'string', maxLength: 20 }, name)).toMatchObject({ kind: 'text', multiline: false });
  });

  test('reads a value that may be null as one that may be left out', () => {
    for (const schema of [{ type: ['integer', 'null'] }, { anyOf: [{ type: 'integer' }, { type: 'null' }] }] as const) {
      expect(fieldFor(schema, 'it', { required: ['it'] })).toMatchObject({ kind: 'number', required: false });
    }
  });

  test('nests objects and escapes their pointers', () => {
    const inner = { type: 'object', properties: { 'a/b~c': { type: 'string' } }, required: ['a/b~c'] } as const;
    expect(fieldFor(inner, 'outer')).toMatchObject({
      kind: 'object',
      pointer: '/outer',
      required: false,
      fields: [{ pointer: '/outer/a~1b~0c', required: true, label: 'a/b~c' }],
    });
  });

  test('follows local references, and ends where they go in circles', () => {
    const node: JsonSchemaObject = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    const rest: JsonSchemaObject = {
      $defs: { node, word: { type: 'string', description: 'A word' }, loop: { $ref: '#/$defs/loop' } },
    };
    expect(fieldFor({ $ref: '#/$defs/word' }, 'it', rest)).toMatchObject({ kind: 'text', hint: 'A word' });
    expect(JSON.stringify(fieldFor({ $ref: '#/$defs/node' }, 'it', rest))).toContain('"kind":"json"');
    for (const $ref of ['#/$defs/loop', '#/$defs/none', '#/%', 'https://elsewhere.example/schema']) {
      expect(fieldFor({ $ref }, 'it', rest)).toMatchObject({ kind: 'json' });
    }
  });

  test('asks for the whole input where the schema names no properties, and for nothing where nothing fits', () => {
    expect(planForm({})).toMatchObject([{ kind: 'json', pointer: '', value: '{}' }]);
    expect(planForm({ type: 'object', additionalProperties: false })).toEqual([]);
    expect(planForm({ type: 'object', properties: {} })).toEqual([]);
  });
});
