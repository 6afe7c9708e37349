import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../test/cpu-now.js';
import { findJsonError } from './find-json-error.js';

function offsetOf(text: string): number {
  const { line, column } = findJsonError(text);
  return (
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length +
    (line > 1 ? 1 : 0) +
    column -
    1
  );
}

describe('findJsonMistake', () => {
  test('finds a stray character where it was put', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.constantFrom('?', ';', '&'), (json, stray) => {
        expect(offsetOf(`[${json}${stray}]`)).toBeLessThanOrEqual(json.length + 1);
        expect(offsetOf(`${stray}${json}`)).toBe(0);
        expect(offsetOf(`[${json}, ${stray}]`)).toBe(json.length + 3);
      }),
    );
  });

  test('reads every JSON text to its end', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(findJsonError(json).expected).toBe('the end');
        expect(offsetOf(json)).toBe(json.length);
      }),
    );
  });

  test('ends for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{ } [ ] , : " \\ \n 0 - . e u t'.split(' '), ' ') }),
        (text) => offsetOf(text) <= text.length,
      ),
    );
  });

  test('takes little time for a long string without end', () => {
    const began = cpuNow();
    expect(findJsonError(`{"a": "${'x\\\\'.repeat(300_000)}`).column).toBe(7);
    expect(cpuNow() - began).toBeLessThan(1_000);
  });
});
