import { describe, expect, it } from 'vitest';
import { drive, type Steps } from './drive.js';
import { andThen, gather, isThenable } from './maybe-promise.js';

describe('andThen', () => {
  it('goes on at once with a value that is here', () => {
    expect(andThen(1, (value) => value + 1)).toBe(2);
  });

  it('waits for a promise', async () => {
    const result = andThen(Promise.resolve(1), (value) => value + 1);
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toBe(2);
  });
});

describe('gather', () => {
  it('gives the list itself where all values are here, else a promise of all', async () => {
    expect(gather([1, 2])).toEqual([1, 2]);
    const mixed = gather([1, Promise.resolve(2)]);
    expect(mixed).toBeInstanceOf(Promise);
    expect(await mixed).toEqual([1, 2]);
  });
});

describe('isThenable', () => {
  it('knows promises and what can be awaited like one', () => {
    const foreign = { then: () => undefined };
    expect([Promise.resolve(), foreign, { then: 1 }, undefined, 'then'].map(isThenable)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

function* add(values: readonly (number | Promise<number>)[]): Steps<number> {
  let sum = 0;
  for (const value of values) sum += Number(yield value);
  return sum;
}

describe('drive', () => {
  it('runs synchronously as long as nothing is pending', () => {
    expect(drive(add([1, 2, 3]))).toBe(6);
  });

  it('waits from the first promise on', async () => {
    const sum = drive(add([1, Promise.resolve(2), 3, Promise.resolve(4)]));
    expect(sum).toBeInstanceOf(Promise);
    expect(await sum).toBe(10);
  });

  it('throws a rejection into the steps, which may go on', async () => {
    function* guarded(): Steps<string> {
      try {
        yield Promise.reject(new Error('no'));
      } catch (thrown) {
        yield Promise.resolve();
        return String(thrown);
      }
      return 'unreached';
    }
    expect(await drive(guarded())).toBe('Error: no');
  });

  it('throws what the steps throw, at once or as a rejection', async () => {
    function* failing(first: unknown): Steps<void> {
      yield first;
      throw new Error('failed');
    }
    expect(() => drive(failing(undefined))).toThrow('failed');
    await expect(drive(failing(Promise.resolve()))).rejects.toThrow('failed');
  });

  it('asks the questions that steps yield', async () => {
    function* questions(): Steps<string, number, string> {
      return `${yield 1} ${yield 2}`;
    }
    expect(drive(questions(), (question) => `answer ${question}`)).toBe('answer 1 answer 2');
    expect(await drive(questions(), async (question) => `later ${question}`)).toBe('later 1 later 2');
  });
});
