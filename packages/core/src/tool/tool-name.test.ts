import { findBadName, toolNameOf } from '@helve/core';
import { expect, test } from 'vitest';

const named = (...ids: readonly string[]) => ids.map((id) => ({ id, name: toolNameOf(id) }));

test('the name of an id has only characters that every vendor takes', () => {
  expect(['slug.make', 'a b/ü', 'as-it_is9'].map(toolNameOf)).toEqual(['slug_make', 'a_b__', 'as-it_is9']);
});

test('a name is bad that is too long, or that another tool has', () => {
  expect(findBadName(named('a.b', 'a.c', 'x'.repeat(64)))).toBeUndefined();
  expect(findBadName(named('a.b', 'a_b'))).toEqual({ id: 'a_b', problem: '"a.b" has the name "a_b" already' });
  expect(findBadName(named('x'.repeat(65)))?.problem).toContain('longer than 64 characters');
});
