import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../contract/part.js';
import { eachPart, type ReadyParts } from './each-part.js';

const partAt = (at: number): Part => ({ kind: 'layer-end', id: String(at) });

/** Parts of which some are ready and some must be waited for. */
class Stream implements AsyncIterable<Part>, ReadyParts {
  stopped = 0;
  readonly #isReady: readonly boolean[];
  #at = 0;

  constructor(isReady: readonly boolean[]) {
    this.#isReady = isReady;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  ready(): Part | undefined {
    return this.#isReady[this.#at] === true ? partAt(this.#at++) : undefined;
  }

  async next(): Promise<IteratorResult<Part, undefined>> {
    if (this.#at === this.#isReady.length) return { done: true, value: undefined };
    return { done: false, value: partAt(this.#at++) };
  }

  async return(): Promise<IteratorResult<Part, undefined>> {
    this.stopped += 1;
    return { done: true, value: undefined };
  }
}

describe('eachPart', () => {
  test('gives the same parts in the same order whichever of them are ready, and waits for each piece of work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean()), fc.array(fc.boolean()), async (isReady, isSlow) => {
        const stream = new Stream(isReady);
        const seen: string[] = [];
        const take = (part: Part): void | Promise<void> => {
          const note = () => void seen.push('id' in part ? part.id : '');
          return isSlow[seen.length] === true ? Promise.resolve().then(note) : note();
        };
        await eachPart(stream, { take });
        expect(seen).toEqual(isReady.map((_, at) => String(at)));
        expect(stream.stopped).toBe(0);
      }),
    );
  });

  test.each([
    [
      'at once',
      () => {
        throw new Error('full');
      },
    ],
    ['later', () => Promise.reject(new Error('full'))],
  ])('stops the stream when the work on a part fails %s', async (_, take: () => void | Promise<void>) => {
    const stream = new Stream([true, true, false]);
    await expect(eachPart(stream, { take })).rejects.toThrow('full');
    expect(stream.stopped).toBe(1);
  });

  test('tells what went wrong first when the stream cannot be stopped either', async () => {
    const stream = new Stream([true]);
    stream.return = () => Promise.reject(new Error('stuck'));
    await expect(eachPart(stream, { take: () => Promise.reject(new Error('full')) })).rejects.toThrow('full');
  });

  test('leaves a stream alone that fails by itself', async () => {
    const stream = new Stream([false]);
    stream.next = () => Promise.reject(new Error('broken'));
    await expect(eachPart(stream, { take: () => undefined })).rejects.toThrow('broken');
    expect(stream.stopped).toBe(0);
  });

  test('takes a stream that knows nothing of ready parts', async () => {
    const seen: Part[] = [];
    const parts = (async function* () {
      yield partAt(0);
      yield partAt(1);
    })();
    await eachPart(parts, { take: (part) => void seen.push(part) });
    expect(seen).toEqual([partAt(0), partAt(1)]);
  });
});
