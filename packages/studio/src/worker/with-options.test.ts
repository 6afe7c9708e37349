import { expect, test } from 'vitest';
import { planForm } from '../form/plan-form.js';
import { findChanges, withOptions } from './with-options.js';

test('withOptions offers what a worker offers, and leaves other fields alone', () => {
  const schema = withOptions({
    schema: {
      type: 'object',
      properties: { voice: { type: 'string', default: 'b', title: 'Voice' }, speed: { type: 'number' }, any: true },
    },
    options: { voice: [{ value: 'a', label: 'Anna' }, { value: 'b' }], speed: [], gone: [{ value: 1 }] },
  });
  expect(planForm(schema)).toMatchObject({
    members: [
      { field: { kind: 'choice', label: 'Voice', initial: 'b', choices: [{ label: 'Anna' }, { label: 'b' }] } },
      { field: { kind: 'number' } },
      { field: { kind: 'json' } },
    ],
  });
});

test('findChanges sends only what was changed, so that a masked secret stays where it is', () => {
  const values = { key: '[secret]', tone: 'plain', list: [1] };
  expect(findChanges(values, { key: '[secret]', tone: 'loud', list: [1], more: 2 })).toEqual({ tone: 'loud', more: 2 });
  expect(findChanges(values, undefined)).toEqual({});
});
