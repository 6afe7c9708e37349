import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchemaObject } from '../wire/wire.js';
import { newDraft, toDraft, type Draft, type ObjectDraft } from './draft.js';
import type { Field } from './field.js';
import { placeIssues } from './place-issues.js';
import { planForm } from './plan-form.js';
import { readDraft } from './read-draft.js';

const point: JsonSchemaObject = {
  type: 'object',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
  required: ['x'],
};

const form = planForm({
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    loud: { type: 'boolean', default: false },
    unit: { enum: ['km', 'mi'] },
    tags: { type: 'array', items: { type: 'string' } },
    points: { type: 'array', items: point },
    origin: point,
    size: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    note: { type: ['string', 'null'] },
    extra: {},
  },
  required: ['name', 'note'],
});

/** The draft of the form with some texts typed into it. */
function typed(texts: { readonly [name: string]: string }, field: Field = form): Draft {
  const draft = newDraft(field) as ObjectDraft;
  const members = Object.entries(texts).map(([name, text]) => [name, { kind: 'text', text }]);
  return { ...draft, members: { ...draft.members, ...Object.fromEntries(members) } as ObjectDraft['members'] };
}

describe('readDraft', () => {
  test('leaves out what is empty, and sends null where that is what empty means', () => {
    expect(readDraft(form, typed({ name: 'Ada' }))).toMatchObject({
      value: { name: 'Ada', loud: false, note: null },
      issues: [],
    });
  });

  test('asks for what is required and empty', () => {
    expect(readDraft(form, newDraft(form)).issues).toEqual([{ pointer: '/name', message: 'Enter a value' }]);
    const choice = planForm({ type: 'object', properties: { a: { enum: ['x'] } }, required: ['a'] });
    expect(readDraft(choice, newDraft(choice)).issues).toEqual([{ pointer: '/a', message: 'Choose one' }]);
  });

  test('reports what cannot be read instead of sending it', () => {
    const draft = typed({ name: 'Ada', count: 'many', extra: '{oops' });
    expect(readDraft(form, draft)).toMatchObject({
      value: { name: 'Ada' },
      issues: [
        { pointer: '/count', message: 'Not a number' },
        { pointer: '/extra', message: 'Not valid JSON' },
      ],
    });
    expect(readDraft(form, typed({ name: 'Ada', count: '12345678901234567890' })).issues).toEqual([
      { pointer: '/count', message: 'Too large to be sent exactly' },
    ]);
    expect(readDraft(form, typed({ name: 'Ada', count: ' ' })).issues).toMatchObject([{ pointer: '/count' }]);
  });

  test('points into lists, and at members without a name', () => {
    const held = toDraft(form, { name: 'Ada', points: [{ x: 1 }, { x: 2 }], labels: { a: 'b' } }) as ObjectDraft;
    const labels = { ...held.members['labels'], others: [{ key: 0, name: '', draft: { kind: 'text', text: 'b' } }] };
    const draft = { ...held, members: { ...held.members, labels } } as ObjectDraft;
    const { issues, pointers } = readDraft(form, draft);
    expect(issues).toEqual([{ pointer: '/labels/', message: 'Give it a name' }]);
    expect([...pointers]).toEqual(expect.arrayContaining(['', '/points/1/x', '/points/0/y', '/origin']));
    expect(pointers).not.toContain('/origin/x');
  });

  test('keeps names that objects know already', () => {
    const odd = planForm(
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonSchemaObject,
    );
    const value = JSON.parse('{"__proto__":"x"}') as unknown;
    const draft = toDraft(odd, value);
    expect(draft && JSON.stringify(readDraft(odd, draft).value)).toBe('{"__proto__":"x"}');
  });
});

describe('toDraft', () => {
  test('refuses what the controls cannot hold', () => {
    for (const value of [null, [], { name: 1 }, { other: 1 }, { unit: 'ft' }, { points: [{ z: 1 }] }, { size: true }]) {
      expect(toDraft(form, value), JSON.stringify(value)).toBeUndefined();
    }
  });

  test('gives back every value that it takes', () => {
    const text = fc.string({ minLength: 1 });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const points = fc.record({ x: number, y: number }, { requiredKeys: ['x'] });
    const inputs = fc.record(
      {
        name: text,
        note: fc.option(text),
        loud: fc.boolean(),
        count: fc.integer(),
        unit: fc.constantFrom('km', 'mi'),
        tags: fc.array(text, { minLength: 1 }),
        points: fc.array(points, { minLength: 1 }),
        origin: points,
        size: fc.oneof(number, text),
        labels: fc.dictionary(text, text, { noNullPrototype: true, minKeys: 1 }),
        extra: fc.jsonValue().filter((value) => value !== undefined),
      },
      { requiredKeys: ['name', 'note', 'loud'] },
    );
    fc.assert(
      fc.property(inputs, (input) => {
        const plain = JSON.parse(JSON.stringify(input)) as unknown;
        const draft = toDraft(form, plain);
        expect(draft && readDraft(form, draft)).toMatchObject({ value: plain, issues: [] });
      }),
    );
  });
});

test('placeIssues brings an issue to its field, or to the one around it', () => {
  const { pointers } = readDraft(form, newDraft(form));
  const issues = [
    { pointer: '/name', message: 'too short' },
    { pointer: '/name', message: 'too plain' },
    { pointer: '/points/3/x', message: 'not there' },
    { pointer: '/none', message: 'unknown' },
  ];
  expect(Object.fromEntries(placeIssues(issues, pointers))).toEqual({
    '/name': 'too short; too plain',
    '/points': 'not there',
    '': 'unknown',
  });
});
