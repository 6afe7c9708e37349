import type { RestorePlan } from '@helve/core';
import { expect, test } from 'vitest';
import { compileFor, toolWith } from '../../../../../test/provider-form/declared.js';
import { restoreArguments } from './restore-arguments.js';

function planFor(provider: string, inputSchema: object): RestorePlan {
  const compiled = compileFor(provider, toolWith(inputSchema));
  if ('refused' in compiled) throw new Error(JSON.stringify(compiled.losses));
  return compiled.restore;
}

test('restoreArguments removes the nulls that stand for nothing, and leaves those that are meant', () => {
  const plan = planFor('openaiStrict', {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string' }, note: { type: ['string', 'null'] } },
    required: ['city'],
  });
  const sent = { city: 'Oslo', unit: null, note: null };
  expect(restoreArguments(plan, sent)).toEqual({
    value: { city: 'Oslo', note: null },
    restored: [{ pointer: '/unit', step: 'null-removed' }],
  });
  expect(sent).toEqual({ city: 'Oslo', unit: null, note: null });
  expect(restoreArguments(plan, { city: null })).toEqual({ value: { city: null }, restored: [] });
});

test('restoreArguments gives parameters their own names back, in lists and definitions too', () => {
  const plan = planFor('geminiJsonSchema', {
    type: 'object',
    properties: { 'the list': { type: 'array', items: { $ref: '#/$defs/Entry' } }, plain: { type: 'string' } },
    $defs: {
      Entry: { type: 'object', properties: { 'due-date': { type: 'string' }, below: { $ref: '#/$defs/Entry' } } },
    },
  });
  const { value, restored } = restoreArguments(plan, {
    the_list: [{ due_date: 'x', below: { due_date: 'y' } }, 'stray'],
    plain: 'z',
  });
  expect(value).toEqual({ 'the list': [{ 'due-date': 'x', below: { 'due-date': 'y' } }, 'stray'], plain: 'z' });
  expect(restored).toEqual([
    { pointer: '/the_list', step: 'renamed' },
    { pointer: '/the_list/0/due_date', step: 'renamed' },
    { pointer: '/the_list/0/below/due_date', step: 'renamed' },
  ]);
});

test('restoreArguments leaves a name alone when the real one is there too', () => {
  const plan = planFor('geminiNative', { type: 'object', properties: { 'a b': { type: 'string' } } });
  expect(restoreArguments(plan, { a_b: 1, 'a b': 2 })).toEqual({ value: { a_b: 1, 'a b': 2 }, restored: [] });
});

test('restoreArguments makes numbers of listed numbers that came as text, and of no other text', () => {
  const plan = planFor('geminiNative', {
    type: 'object',
    properties: { size: { type: 'integer', enum: [1, 2] }, tag: { type: 'string', enum: ['1', '2'] } },
  });
  expect(restoreArguments(plan, { size: '2', tag: '2' })).toEqual({
    value: { size: 2, tag: '2' },
    restored: [{ pointer: '/size', step: 'enum-number' }],
  });
  expect(restoreArguments(plan, { size: '3' }).value).toEqual({ size: '3' });
  expect(restoreArguments(plan, { size: 2 }).value).toEqual({ size: 2 });
});

test('restoreArguments makes no number where text may be meant', () => {
  const plan = planFor('geminiNative', {
    type: 'object',
    properties: { code: { anyOf: [{ enum: [1, 2] }, { type: 'string' }] } },
  });
  expect(restoreArguments(plan, { code: '1' }).value).toEqual({ code: '1' });
});

test('restoreArguments takes hostile names for what they are: properties', () => {
  const plan = planFor('openaiStrict', {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
  });
  const sent: unknown = JSON.parse('{"a":{"b":null,"__proto__":{"polluted":true}},"__proto__":{"polluted":true}}');
  const { value } = restoreArguments(plan, sent);
  expect(JSON.stringify(value)).toBe('{"a":{"__proto__":{"polluted":true}},"__proto__":{"polluted":true}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('restoreArguments gives rubbish back as it came', () => {
  const plan = planFor('openaiStrict', { type: 'object', properties: { a: { type: 'string' } } });
  for (const rubbish of [undefined, null, 'text', 7, [], [{ a: null }]]) {
    expect(restoreArguments(plan, rubbish)).toEqual({ value: rubbish, restored: [] });
  }
});

test('a star that is a name does not stand for every name', () => {
  const plan = planFor('openaiStrict', {
    type: 'object',
    properties: { '*': { type: 'string' }, other: { type: ['string', 'null'] } },
  });
  expect(restoreArguments(plan, { '*': null, other: null }).value).toEqual({ other: null });
});

test('a strict form is refused when null would mean two things in one place', () => {
  const compiled = compileFor(
    'openaiStrict',
    toolWith({
      type: 'object',
      properties: {
        x: {
          anyOf: [
            { type: 'object', properties: { kind: { const: 'a' }, b: { type: 'string' } }, required: ['kind'] },
            { type: 'object', properties: { kind: { const: 'c' }, b: { type: 'null' } }, required: ['kind', 'b'] },
          ],
        },
      },
    }),
  );
  expect(compiled).toMatchObject({ refused: true });
  expect(compiled.losses).toContainEqual(
    expect.objectContaining({ action: 'refused', note: 'null may mean two things at /x/b' }),
  );
});
