import { compileJsonSchema, type JsonSchemaObject } from '@helve/core';
import { expect, test } from 'vitest';
import { createComponents } from './components.js';

test('definitions become components, and references follow them', () => {
  const components = createComponents();
  const schema: JsonSchemaObject = {
    $id: 'urn:x',
    type: 'object',
    properties: {
      node: { $ref: '#/$defs/a~1b' },
      same: { $ref: '#/properties/node' },
      all: { $ref: '#' },
      $ref: { type: 'object', enum: [{ $ref: '#/$defs/data' }], default: {} },
    },
    $defs: { 'a/b': { type: 'array', items: { $ref: '#/$defs/a~1b' } } },
  };
  const placed = components.add('tree', schema);
  expect(placed).toEqual({ $ref: '#/components/schemas/tree' });
  expect(components.schemas).toEqual({
    tree: {
      type: 'object',
      properties: {
        node: { $ref: '#/components/schemas/tree_a_b' },
        same: { $ref: '#/components/schemas/tree/properties/node' },
        all: { $ref: '#/components/schemas/tree' },
        // Readers would take it for a reference.
        $ref: { type: 'object', default: {} },
      },
    },
    tree_a_b: { type: 'array', items: { $ref: '#/components/schemas/tree_a_b' } },
  });
  const { check } = compileJsonSchema({ ...placed, components: { schemas: components.schemas } });
  expect([check({ node: [[]] }).ok, check({ node: 'x' }).ok, check({ all: { node: 1 } }).ok]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a schema whose references cannot be followed elsewhere is said to be so, and any boolean is an object', () => {
  const components = createComponents();
  components.add('anchored', {
    type: 'object',
    $defs: { a: { $anchor: 'here' } },
    properties: { b: { $ref: '#here' } },
  });
  components.add('anything', true);
  components.add('nothing', false);
  expect(components.schemas).toMatchObject({
    anchored: { description: expect.stringContaining('see the list of tools') as string },
    anything: {},
    nothing: { not: {} },
  });
});
