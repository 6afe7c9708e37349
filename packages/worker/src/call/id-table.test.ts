import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdTable } from './id-table.js';

test('IdTable holds what a Map would, whatever comes and goes', () => {
  const id = fc.oneof(fc.constantFrom('', 'a', 'b-1', 'b-11', 'c-1'), fc.string({ maxLength: 4 }));
  const step = fc.record({ id, add: fc.boolean(), value: fc.integer() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [table, map] = [new IdTable<number>(), new Map<string, number>()];
      for (const { id: key, add, value } of steps) {
        for (const one of [table, map]) {
          if (add) one.set(key, value);
          else one.delete(key);
        }
        expect([table.size, table.has(key), table.get(key)]).toEqual([map.size, map.has(key), map.get(key)]);
      }
      expect(table.values().toSorted((a, b) => a - b)).toEqual([...map.values()].toSorted((a, b) => a - b));
    }),
  );
});
