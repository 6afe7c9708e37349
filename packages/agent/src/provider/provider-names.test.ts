import { sha256 } from '@helve/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMcpNames } from './mcp/schema.js';
import { toProviderNames } from './provider-names.js';

const safe = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

test('toProviderNames keeps what is safe and replaces what is not', () => {
  expect(toProviderNames(['kb_search', 'calendar.create', 'größe', '2fa', ''])).toEqual({
    kb_search: 'kb_search',
    'calendar.create': 'calendar_create',
    größe: 'gr__e',
    '2fa': '_2fa',
    '': '_',
  });
});

test('toProviderNames cuts a long name and puts a part of its digest behind it', () => {
  const id = 'a'.repeat(65);
  expect(toProviderNames([id])[id]).toBe(`${'a'.repeat(55)}_${sha256(id).slice(0, 8)}`);
  const longest = 'b'.repeat(64);
  expect(toProviderNames([longest])[longest]).toBe(longest);
});

test('toProviderNames tells ids apart that would share a name, and leaves the name to the id that is safe', () => {
  const names = toProviderNames(['a.b', 'a-b', 'a_b']);
  expect(names).toEqual({
    'a.b': `a_b_${sha256('a.b').slice(0, 8)}`,
    'a-b': `a_b_${sha256('a-b').slice(0, 8)}`,
    a_b: 'a_b',
  });
});

test('toProviderNames gives way to an id that looks like another one with its digest', () => {
  const wanted = `a_b_${sha256('a.b').slice(0, 8)}`;
  const names = toProviderNames(['a.b', 'a-b', wanted]);
  expect(names[wanted]).toBe(wanted);
  expect(new Set(Object.values(names)).size).toBe(3);
});

test('A32: the name map is reversed by exact lookup, whatever the ids and their order', () => {
  const ids = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('a.b', 'a-b', 'a_b', '__proto__', 'constructor')));
  fc.assert(
    fc.property(ids, (all) => {
      const names = toProviderNames(all);
      const back = new Map(Object.entries(names).map(([id, name]) => [name, id]));
      expect(back.size).toBe(all.length);
      for (const id of all) {
        const name = Object.hasOwn(names, id) ? String(names[id]) : '';
        expect(name).toMatch(safe);
        expect(back.get(name)).toBe(id);
      }
      expect(toProviderNames([...all].reverse())).toEqual(names);
    }),
  );
});

test('toMcpNames keeps dashes, up to 64 characters', () => {
  const long = `${'x'.repeat(64)}y`;
  const names = toMcpNames(['calendar.create-event', 'a b', '2fa', long]);
  expect(names['calendar.create-event']).toBe('calendar_create-event');
  expect(names['a b']).toBe('a_b');
  expect(names['2fa']).toBe('2fa');
  expect(names[long]).toBe(`${'x'.repeat(55)}_${sha256(long).slice(0, 8)}`);
});
