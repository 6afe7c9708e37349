import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

const anybody = () => true;
const drained = (queue: FairQueue<string>) => Array.from({ length: queue.size }, () => queue.take(anybody));

test('a FairQueue serves owners in turns, and those of one owner as they came', () => {
  const queue = new FairQueue<string>();
  for (const waiter of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(waiter.charAt(0), waiter);
  expect([queue.size, queue.sizeOf('a'), queue.first(anybody)]).toEqual([6, 3, 'a1']);
  expect(queue.beyond(1)).toEqual(['a2', 'a3', 'b2']);
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([queue.take(anybody), queue.first(anybody), queue.size]).toEqual([undefined, undefined, 0]);
});

test('a FairQueue passes over an owner who may not be served, who keeps their turn', () => {
  const queue = new FairQueue<string>();
  for (const waiter of ['a1', 'b1', 'b2']) queue.add(waiter.charAt(0), waiter);
  const notA = (waiter: string) => !waiter.startsWith('a');
  expect([queue.first(notA), queue.take(notA), queue.take(anybody)]).toEqual(['b1', 'b1', 'a1']);
});

test('a FairQueue keeps nobody waiting for more than one turn of every other owner', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), fc.nat(3), (owners, gone) => {
      const queue = new FairQueue<string>();
      owners.forEach((owner, index) => queue.add(owner, `${owner}${index}`));
      owners.forEach((owner, index) => index % 4 === gone && queue.delete(owner, `${owner}${index}`));
      const served = drained(queue).map((waiter) => String(waiter));
      expect(new Set(served).size).toBe(served.length);
      const position = (owner: string, nth: number) => served.filter((waiter) => waiter.startsWith(owner))[nth];
      for (const owner of new Set(owners)) {
        for (let nth = 0; position(owner, nth) !== undefined; nth += 1) {
          expect(served.indexOf(position(owner, nth) ?? '')).toBeLessThanOrEqual((nth + 1) * 4 - 1);
        }
      }
    }),
  );
});
