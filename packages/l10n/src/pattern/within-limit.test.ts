import { describe, expect, test } from 'vitest';
import { withinLimit } from './within-limit.js';

const overdue = (limitMs: number) => new Error(`over ${limitMs} ms`);

describe('withinLimit', () => {
  test('T4 stops a pattern that would run for ever', () => {
    const endless = () =>
      'a'
        .repeat(60)
        .concat('!')
        .match(/(?<=b(?:a+)+)(?=x)/u);
    expect(() => withinLimit(endless, overdue, 50)).toThrow('over 50 ms');
  });

  test('T4 gives back what the work gives, and throws what it throws', () => {
    expect(withinLimit(() => withinLimit(() => 'done', overdue), overdue)).toBe('done');
    const failing = () => {
      throw new RangeError('too far');
    };
    expect(() => withinLimit(failing, overdue)).toThrow(new RangeError('too far'));
  });
});
