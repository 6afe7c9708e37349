import { ownerOf } from '@helve/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test('ownerOf names issuer, tenant and user', () => {
  expect(ownerOf({ issuer: 'helve:keys', tenant: 'acme', id: 'anna' })).toBe('helve:keys/acme/anna');
  expect(ownerOf({ id: 'anna' })).toBe('//anna');
});

test('ownerOf gives two callers one owner only if issuer, tenant and user are equal', () => {
  const user = fc.record({ issuer: fc.string(), tenant: fc.string(), id: fc.string() });
  fc.assert(
    fc.property(user, user, (a, b) => {
      const same = a.issuer === b.issuer && a.tenant === b.tenant && a.id === b.id;
      expect(ownerOf(a) === ownerOf(b)).toBe(same);
    }),
  );
  expect(ownerOf({ tenant: 'a/b', id: 'c' })).not.toBe(ownerOf({ tenant: 'a', id: 'b/c' }));
});
