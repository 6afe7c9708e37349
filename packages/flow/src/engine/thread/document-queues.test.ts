import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { FlowDocument } from '../io/flow-io.js';
import { DocumentQueues } from './document-queues.js';

type Told = readonly [format: string, bytes: number];

const documentsOf = (...told: readonly Told[]): readonly FlowDocument[] =>
  told.map(([format, bytes], index) => ({ id: `${index}`, format, bytes, read: () => (async function* () {})() }));

/** Takes all documents while the threads take turns. */
function taken(documents: readonly FlowDocument[], queues: number): readonly number[][] {
  const queue = new DocumentQueues(documents, queues);
  const got = Array.from({ length: queues }, (): number[] => []);
  for (const turn of documents.keys()) got[turn % queues]?.push(queue.take(turn % queues));
  return got;
}

describe('the documents of threads', () => {
  test('K120 a thread has the formats that no other has', () => {
    const documents = documentsOf(['po', 100], ['json', 100], ['po', 100], ['json', 100]);
    expect(taken(documents, 2)).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  test('K120 a format that is too much for one thread is shared', () => {
    const documents = documentsOf(['po', 100], ['po', 100], ['po', 100], ['json', 100]);
    expect(taken(documents, 2)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  test('K120 the largest come first, and those of about one size in their order', () => {
    const documents = documentsOf(['po', 90], ['po', 1000], ['json', 100], ['po', 65]);
    expect(taken(documents, 1)).toEqual([[1, 0, 2, 3]]);
  });

  test('K120 whose queue is empty takes from the fullest', () => {
    const documents = documentsOf(['po', 400], ['json', 100], ['json', 100], ['json', 100], ['json', 100]);
    const queues = new DocumentQueues(documents, 2);
    expect([queues.take(0), queues.take(0), queues.take(1)]).toEqual([0, 1, 2]);
  });

  test('K120 every document has its turn once, whoever asks', () => {
    const told = fc.array(fc.tuple(fc.constantFrom('po', 'json', 'md'), fc.nat(1_000_000)), { minLength: 1 });
    const asking = fc.array(fc.nat(3));
    fc.assert(
      fc.property(told, fc.integer({ min: 1, max: 4 }), asking, (all, count, askers) => {
        const documents = documentsOf(...all);
        const queues = new DocumentQueues(documents, count);
        const got = all.map((_, turn) => queues.take((askers[turn] ?? 0) % count));
        expect(got.toSorted((one, other) => one - other)).toEqual([...documents.keys()]);
        expect(() => queues.take(0)).toThrow('none is left');
      }),
    );
  });
});
