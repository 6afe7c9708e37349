import { describe, expect, test } from 'vitest';
import { adaptValue } from './adapt-value.js';

const swap = (type: string, stored: string, storedTarget: string, value: string, to = 'de') =>
  adaptValue({ type, stored, storedTarget, value, from: 'en-US', to });

describe('adaptValue', () => {
  test.each([
    ['number', '1,234.5', '1.234,5', '2,345.75', 'de', '2.345,75'],
    ['number', '10', '10', '1,000', 'de', '1.000'],
    ['currency', '$10.00', '10,00 $', '$7.50', 'de', '7,50 $'],
    ['currency', '$10.00', '10,00 $', '€7.50', 'de', '7,50 €'],
    ['measurement', '5 km', '5 km', '1.5 km', 'fr', '1,5 km'],
    ['date', 'March 4, 2025', '4. März 2025', 'May 12, 2026', 'de', '12. Mai 2026'],
    ['date', '3/4/2025', '04.03.2025', '5/12/2026', 'de', '12.05.2026'],
    ['date', '2025-03-04', '2025-03-04', '2026-05-12', 'de', '2026-05-12'],
  ])('T78 a %s such as %s, which is %s, makes %s in %s %s', (type, stored, storedTarget, value, to, expected) => {
    expect(swap(type, stored, storedTarget, value, to)).toBe(expected);
  });

  test.each([
    ['number', '5 miles', '8 Kilometer', '10 miles'],
    ['currency', '$10', 'zehn Dollar', '$20'],
    ['currency', '$10', '10 Dollar', '€20'],
    ['date', 'tomorrow', 'morgen', 'May 12, 2026'],
    ['date', 'March 4, 2025', '5. März 2025', 'May 12, 2026'],
    ['time', '3:30 PM', '15:30', '4:30 PM'],
  ])('T78 a %s that does not read alike on both sides (%s, %s) is not adapted', (type, stored, target, value) => {
    expect(swap(type, stored, target, value)).toBeUndefined();
  });

  test('T78 a name is taken as it is', () => {
    expect(swap('person', 'Mary', 'Mary', 'John')).toBe('John');
  });
});
