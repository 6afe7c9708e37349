import { RecentMap } from '@helve/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

/** A list in order of use: slow, and plainly right. */
class Model {
  entries: [number, number][] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  touch(key: number, value: number | undefined): void {
    const known = this.entries.find(([one]) => one === key);
    this.entries = this.entries.filter(([one]) => one !== key);
    const kept = value ?? known?.[1];
    if (kept !== undefined) this.entries.push([key, kept]);
    if (this.entries.length > this.#max) this.entries.shift();
  }
}

test('a RecentMap does what a list in order of use does', () => {
  const key = fc.integer({ min: 0, max: 6 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), key }),
    fc.record({ kind: fc.constant('get' as const), key }),
    fc.record({ kind: fc.constant('use' as const), key }),
    fc.record({ kind: fc.constant('delete' as const), key }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, max) => {
      const map = new RecentMap<number, number>(max);
      const model = new Model(max);
      for (const [at, { kind, key: name }] of steps.entries()) {
        if (kind === 'set') map.set(name, at);
        else if (kind === 'get') expect(map.get(name)).toBe(model.entries.find(([one]) => one === name)?.[1]);
        else if (kind === 'use') map.use(name, () => at);
        else expect(map.delete(name)).toBe(model.entries.some(([one]) => one === name));
        const made = kind === 'set' || (kind === 'use' && !model.entries.some(([one]) => one === name));
        if (kind === 'delete') model.entries = model.entries.filter(([one]) => one !== name);
        else model.touch(name, made ? at : undefined);
        expect([...map]).toEqual(model.entries);
        expect([map.size, map.oldest]).toEqual([model.entries.length, model.entries[0]?.[1]]);
      }
    }),
  );
});

test('a RecentMap may lose entries while it is read', () => {
  const map = new RecentMap<string, number>();
  for (const [at, name] of ['a', 'b', 'c'].entries()) map.set(name, at);
  const seen: string[] = [];
  for (const [name] of map) {
    seen.push(name);
    map.delete(name);
  }
  expect([seen, map.size, map.peek('a')]).toEqual([['a', 'b', 'c'], 0, undefined]);
});
